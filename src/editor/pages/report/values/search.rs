//! A text that is searched for among all values, those too that are not listed.

use super::with_view;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, PagerLine, Prompt};

/// The text.
#[derive(Debug)]
struct Searched;

/// Asks for it.
pub(crate) fn open(model: &mut Model) {
    let page = super::page::<super::Values>(model);
    let text = page.map_or_else(String::new, |page| page.view.holding.clone());
    overlay::open(model, Prompt::new("values with", text, Searched))
}

impl Asks for Searched {
    fn enter(&self) -> &'static str {
        "search"
    }

    fn note(&self, _model: &Model) -> Option<String> {
        Some("a part of the values; empty: all".to_owned())
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(
            "Only the values with this text are listed, of all there are. Case matters only if you type a capital."
                .to_owned(),
        )]
    }

    fn accept(&self, model: &mut Model, text: &str) {
        model.overlays.pop();
        let text = text.to_owned();
        with_view(model, |view| {
            view.skip = 0;
            view.holding = text;
        })
    }
}
