//! Screens of the filtered list, a query with a mistake, its completions, and the preview of a bulk
//! edit, at three sizes.

use super::tests::screen_of;
use crate::editor::doc::filter::found_so_far;
use crate::editor::effect::Effect;
use crate::editor::jobs::{JobContext, Slot};
use crate::editor::key::Key;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::editor::update;
use crate::suite::Suite;
use std::fmt::Write;

fn file() -> Vec<u8> {
    (0..40)
        .fold(String::new(), |mut out, n| {
            let side = if n % 3 == 0 { 'b' } else { 'w' };
            writeln!(
                out,
                "4k3/8/8/8/8/8/8/4K3 {side} - - ce {}; id \"Set.{n:03}\";",
                n * 10
            )
            .expect("a string");
            out
        })
        .into_bytes()
}

/// Sends a message and runs the effects that follow at once, except for scans.
fn send(mut model: Model, message: Msg) -> Model {
    let mut messages = vec![message];
    while let Some(message) = messages.pop() {
        for effect in update(&mut model, message) {
            if let Effect::Start(task) = effect
                && task.id.slot != Slot::Scan
            {
                messages.push(Msg::answer(&task, &JobContext::default()));
            }
        }
    }
    model
}

/// Returns the screen after some keys; a part that begins with `'` is typed as text.
fn shown(keys: &[&str], size: (u16, u16)) -> String {
    screen_of(&model_of(keys, size))
}

fn model_of(keys: &[&str], (cols, rows): (u16, u16)) -> Model {
    let suite = Suite::from_bytes("set.epd", file());
    let mut model = crate::editor::editor(Document::new(suite));
    model = send(model, Msg::Resize { cols, rows });
    for part in keys {
        match part.strip_prefix('\'') {
            Some(text) => {
                for c in text.chars() {
                    model = send(model, Msg::Key(Key::char(c)));
                }
            }
            None => {
                for key in part.split_whitespace() {
                    model = send(model, Msg::Key(key.parse().expect("a key")));
                }
            }
        }
    }
    model
}

#[test]
fn a_running_filter_names_what_the_list_shows() {
    for size in [(80, 24), (120, 36)] {
        let mut model = model_of(&["f", "'ce > 200", "Enter f Ctrl-U", "'side = b"], size);
        let effects = update(&mut model, Msg::Key("Enter".parse().expect("a key")));
        let is_begun =
            |effect: &Effect| matches!(effect, Effect::Start(task) if task.id.slot == Slot::Filter);
        assert!(effects.iter().any(is_begun));
        let name = |what: &str| format!("a_filter_on_its_way_{what}_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name("before"), screen_of(&model));
        found_so_far(&mut model, [24, 27].into_iter().collect());
        update(&mut model, Msg::Tick);
        insta::assert_snapshot!(name("so_far"), screen_of(&model));
    }
}

macro_rules! at_three_sizes {
    ($($name:ident: $keys:expr;)+) => {
        $(
            #[test]
            fn $name() {
                for size in [(80, 24), (120, 36), (200, 60)] {
                    let name = format!("{}_{}x{}", stringify!($name), size.0, size.1);
                    insta::assert_snapshot!(name, shown(&$keys, size));
                }
            }
        )+
    };
}

at_three_sizes! {
    the_list_shows_what_matches_and_says_so: ["f", "'ce > 200 and side = w", "Enter Space Space"];
    a_mistake_stands_at_its_place: ["f", "'ce > 200 and )"];
    what_can_come_next_stands_above_the_question: ["f", "'ce > 200 and ma"];
    a_change_is_seen_before_it_is_made: ["f", "'ce > 200", "Enter r s", "'c0 hard", "Enter"];
}
