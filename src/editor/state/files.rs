//! The open files: one is shown, the others stand before and after it in their order.

use crate::editor::state::document::{Document, DocumentId};

/// The files that are open and not shown.
#[derive(Debug, Default)]
pub struct Others {
    before: Vec<Document>,
    after: Vec<Document>,
    /// The one that was shown before.
    pub(crate) last: Option<DocumentId>,
}

impl Others {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Those that stand before the one shown, in order.
    pub(crate) fn before(&self) -> &[Document] {
        &self.before
    }

    /// Those that stand after the one shown, in order.
    pub(crate) fn after(&self) -> &[Document] {
        &self.after
    }

    /// All, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        self.before.iter_mut().chain(&mut self.after)
    }

    /// Opens a file right after the one shown.
    pub(crate) fn add(&mut self, document: Document) {
        self.after.insert(0, document);
    }

    /// Shows one of them; the one shown till now keeps its place among all. `false` where there is no
    /// such file.
    pub(crate) fn bring(&mut self, shown: &mut Document, id: DocumentId) -> bool {
        let is_it = |document: &Document| document.id == id;
        if let Some(at) = self.before.iter().position(is_it) {
            let mut later = self.before.split_off(at);
            let wanted = later.remove(0);
            later.push(std::mem::replace(shown, wanted));
            later.append(&mut self.after);
            self.after = later;
            return true;
        }
        let Some(at) = self.after.iter().position(is_it) else {
            return false;
        };
        let later = self.after.split_off(at + 1);
        let Some(wanted) = self.after.pop() else {
            return false;
        };
        self.before.push(std::mem::replace(shown, wanted));
        self.before.append(&mut self.after);
        self.after = later;
        true
    }

    /// Forgets a file that is closed.
    pub(crate) fn remove(&mut self, id: DocumentId) {
        self.before.retain(|document| document.id != id);
        self.after.retain(|document| document.id != id);
    }

    /// The file nearest to the one shown: the next, else the last.
    pub(crate) fn nearest(&self) -> Option<DocumentId> {
        let near = self.after.first().or_else(|| self.before.last());
        near.map(|document| document.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    fn file(id: u64) -> Document {
        let mut document = Document::new(Suite::from_bytes("a.epd", Vec::new()));
        document.id = DocumentId(id);
        document
    }

    fn order(others: &Others, shown: &Document) -> Vec<u64> {
        let ids = others.before().iter().chain([shown]).chain(others.after());
        ids.map(|document| document.id.0).collect()
    }

    #[test]
    fn whichever_file_is_shown_they_keep_their_order() {
        let (mut others, mut shown) = (Others::default(), file(1));
        for id in [4, 3, 2] {
            others.add(file(id));
        }
        for id in [3, 1, 4, 2, 4, 1, 3] {
            assert!(others.bring(&mut shown, DocumentId(id)));
            assert_eq!(shown.id, DocumentId(id));
            assert_eq!(order(&others, &shown), [1, 2, 3, 4]);
        }
        assert!(!others.bring(&mut shown, DocumentId(9)), "no such file");
        assert!(!others.bring(&mut shown, DocumentId(3)), "it is shown");
        others.remove(DocumentId(2));
        assert_eq!(order(&others, &shown), [1, 3, 4]);
        assert_eq!(others.nearest(), Some(DocumentId(4)));
    }
}
