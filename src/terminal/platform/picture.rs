//! A picture on the clipboard of Wayland or X11, as PNG: the drawing is PNG already, so that nothing has
//! to take it apart and put it together again.

use std::env;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use wl_clipboard_rs::copy::{MimeType, Options, Source};
use x11rb::connection::{Connection, RequestConnection as _};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME, NONE};

const PNG: &str = "image/png";
/// How long a clipboard manager has to take the picture over at the end.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whoever has the picture for others to ask for. With it, the picture goes.
pub enum Owner {
    /// A thread of the library serves it.
    Wayland,
    /// The selection of X11 is ours: a thread answers those who ask for it.
    X11 {
        server: Arc<Server>,
        /// Something comes when a clipboard manager has the picture.
        taken_over: Receiver<()>,
    },
}

impl Owner {
    /// Puts a picture on the clipboard; `None` where there is none that takes it.
    pub fn of(png: &Arc<[u8]>) -> Option<Self> {
        let is_wayland = env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty());
        if is_wayland {
            let source = Source::Bytes(png.to_vec().into_boxed_slice());
            let copied = Options::new().copy(source, MimeType::Specific(PNG.to_owned()));
            if copied.is_ok() {
                return Some(Self::Wayland);
            }
        }
        Self::on_x11(png).ok().flatten()
    }

    /// `None` where the picture is too large for one answer.
    fn on_x11(png: &Arc<[u8]>) -> Result<Option<Self>> {
        let (connection, screen) = x11rb::connect(None)?;
        if png.len() + 64 > connection.maximum_request_bytes() {
            return Ok(None);
        }
        let root = connection
            .setup()
            .roots
            .get(screen)
            .map(|screen| screen.root);
        let root = root.ok_or("there is no screen")?;
        let window = connection.generate_id()?;
        connection.create_window(
            COPY_DEPTH_FROM_PARENT,
            window,
            root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::COPY_FROM_PARENT,
            COPY_FROM_PARENT,
            &CreateWindowAux::new(),
        )?;
        let atoms = Atoms::new(&connection)?.reply()?;
        connection.set_selection_owner(window, atoms.CLIPBOARD, CURRENT_TIME)?;
        let owner = connection
            .get_selection_owner(atoms.CLIPBOARD)?
            .reply()?
            .owner;
        if owner != window {
            return Ok(None);
        }
        let server = Arc::new(Server {
            connection,
            window,
            png: png.clone(),
            atoms,
        });
        let (over, taken_over) = bounded(1);
        let serving = server.clone();
        std::thread::Builder::new()
            .name("clipboard-picture".into())
            .spawn(move || {
                // The server is gone, or another program has the clipboard now.
                let _ = serving.serve(&over);
            })?;
        Ok(Some(Self::X11 { server, taken_over }))
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What a picture on X11 is served from.
pub struct Server {
    connection: RustConnection,
    window: Window,
    png: Arc<[u8]>,
    atoms: Atoms,
}

x11rb::atom_manager! {
    /// The names of the protocol.
    Atoms: AtomsCookie {
        CLIPBOARD,
        CLIPBOARD_MANAGER,
        SAVE_TARGETS,
        TARGETS,
        PICTURE: b"image/png",
    }
}

impl Drop for Owner {
    /// What was copied lives as long as the editor, unless a clipboard manager takes it over.
    fn drop(&mut self) {
        if let Self::X11 { server, taken_over } = self
            && server.ask_manager().is_ok_and(|asked| asked)
        {
            let _ = taken_over.recv_timeout(PATIENCE);
        }
    }
}

impl Server {
    fn serve(&self, taken_over: &Sender<()>) -> Result<()> {
        loop {
            match self.connection.wait_for_event()? {
                Event::SelectionRequest(request) => self.answer(request)?,
                Event::SelectionClear(clear) if clear.selection == self.atoms.CLIPBOARD => {
                    return Ok(());
                }
                Event::SelectionNotify(notify)
                    if notify.selection == self.atoms.CLIPBOARD_MANAGER =>
                {
                    // Nobody waits any more where it is full.
                    let _ = taken_over.try_send(());
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    fn answer(&self, request: SelectionRequestEvent) -> Result<()> {
        // Clients of long ago name no property.
        let property = match request.property {
            NONE => request.target,
            property => property,
        };
        let (connection, requestor) = (&self.connection, request.requestor);
        let given = if request.target == self.atoms.TARGETS {
            let targets: [Atom; 2] = [self.atoms.TARGETS, self.atoms.PICTURE];
            connection.change_property32(
                PropMode::REPLACE,
                requestor,
                property,
                AtomEnum::ATOM,
                &targets,
            )?;
            property
        } else if request.target == self.atoms.PICTURE {
            connection.change_property8(
                PropMode::REPLACE,
                requestor,
                property,
                self.atoms.PICTURE,
                &self.png,
            )?;
            property
        } else {
            NONE
        };
        let notify = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor,
            selection: request.selection,
            target: request.target,
            property: given,
        };
        connection.send_event(false, requestor, EventMask::NO_EVENT, notify)?;
        connection.flush()?;
        Ok(())
    }

    /// Asks a clipboard manager to take the picture over; whether there is one.
    fn ask_manager(&self) -> Result<bool> {
        let (connection, atoms) = (&self.connection, &self.atoms);
        let owner = |selection: Atom| -> Result<Window> {
            Ok(connection.get_selection_owner(selection)?.reply()?.owner)
        };
        if owner(atoms.CLIPBOARD)? != self.window || owner(atoms.CLIPBOARD_MANAGER)? == NONE {
            return Ok(false);
        }
        connection.convert_selection(
            self.window,
            atoms.CLIPBOARD_MANAGER,
            atoms.SAVE_TARGETS,
            atoms.SAVE_TARGETS,
            CURRENT_TIME,
        )?;
        connection.flush()?;
        Ok(true)
    }
}
