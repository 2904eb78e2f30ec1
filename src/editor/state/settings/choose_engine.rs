//! The settings that name engines: the one of live analysis, and those of the queue.

use std::borrow::Cow;

use super::kind::{Choice, Word};
use super::{AUTO, NamedEngine, Settings, once};

/// A setting that names an engine, or several with commas between.
#[derive(Debug)]
pub(super) struct EngineChoice {
    pub(super) more: (&'static str, &'static str),
    pub(super) is_list: bool,
    pub(super) of: fn(&Settings) -> &[String],
    pub(super) to: fn(&mut Settings, Vec<String>),
}

const FIRST: Word = Word {
    name: Cow::Borrowed(AUTO),
    help: Cow::Borrowed("the first engine of the settings, else one in PATH"),
};

impl Choice for EngineChoice {
    fn words(&self) -> Vec<Word> {
        vec![FIRST]
    }

    fn offered(&self, settings: &Settings) -> Vec<Word> {
        let word = |name: &str, help: &str| Word {
            name: name.to_owned().into(),
            help: help.to_owned().into(),
        };
        let engines = settings.engines.iter();
        let engines = engines.map(|engine| word(&engine.name, engine.text()));
        let several = Some(self.name(settings)).filter(|_| (self.of)(settings).len() > 1);
        let several = several.map(|name| word(&name, "several, with commas between"));
        std::iter::once(FIRST)
            .chain(engines)
            .chain(several)
            .collect()
    }

    fn more(&self) -> Option<Word> {
        Some(Word::new(self.more.0, self.more.1))
    }

    fn name(&self, settings: &Settings) -> String {
        match (self.of)(settings) {
            [] => AUTO.to_owned(),
            names => names.join(","),
        }
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let names: Vec<String> = match (word, self.is_list) {
            (AUTO, _) => Vec::new(),
            (word, true) => word.split(',').map(|name| name.trim().to_owned()).collect(),
            (word, false) => vec![word.to_owned()],
        };
        let are_known = names.iter().all(|name| settings.engine(name).is_some());
        if are_known {
            (self.to)(settings, once(names));
        }
        are_known
    }
}

impl Settings {
    /// Returns the engine of a name.
    pub fn engine(&self, name: &str) -> Option<&NamedEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// Puts an engine in the place of the one of its name, else behind the others: the first one is asked.
    pub(super) fn put_engine(&mut self, engine: NamedEngine) {
        let mut known = self.engines.iter_mut();
        match known.find(|known| known.name == engine.name) {
            Some(known) => *known = engine,
            None => self.engines.push(engine),
        }
    }

    /// Returns the engine that an entry of the table names, and the option of it behind a further dot.
    pub(crate) fn engine_and_option<'e>(
        &self,
        entry: &'e str,
    ) -> Option<(&NamedEngine, Option<&'e str>)> {
        if let Some(engine) = self.engine(entry) {
            return Some((engine, None));
        }
        let mut dots = entry.match_indices('.');
        let (engine, option) =
            dots.find_map(|(at, _)| Some((self.engine(entry.get(..at)?)?, entry.get(at + 1..)?)))?;
        let option = option.strip_prefix("options.").unwrap_or(option);
        Some((engine, Some(option).filter(|option| !option.is_empty())))
    }

    /// Returns the engine of live analysis: the one chosen, else the first; `None` where there is none here.
    pub fn live_engine(&self) -> Option<&NamedEngine> {
        let chosen = self.analysis_engine.as_deref();
        chosen
            .and_then(|name| self.engine(name))
            .or_else(|| self.engines.first())
    }

    /// Returns the engines that work in the background: those chosen, else the first. Who chooses another for live
    /// analysis has not chosen it for this.
    pub fn background_engines(&self) -> Vec<&NamedEngine> {
        let chosen = self.queue_engines.iter();
        let chosen: Vec<_> = chosen.filter_map(|name| self.engine(name)).collect();
        match chosen.is_empty() {
            true => self.engines.first().into_iter().collect(),
            false => chosen,
        }
    }

    /// Returns the number of records analysed in the background at once: each engine that was chosen has one.
    pub fn background_jobs(&self) -> usize {
        self.analysis_engines.max(self.background_engines().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::Source;

    fn names(engines: &[&NamedEngine]) -> String {
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        names.join(" ")
    }

    /// Which engine analyses live, which in the background, and how many records at once.
    fn check(assigned: &[(&str, &str)], expected: &str) {
        let mut settings = Settings::default();
        for (name, value) in assigned {
            if *value == super::super::DEFAULT {
                settings.reset(name).expect(name);
            } else {
                settings.set(name, value, Source::Editor).expect(value);
            }
        }
        let live: Vec<_> = settings.live_engine().into_iter().collect();
        let queue = settings.background_engines();
        let jobs = settings.background_jobs();
        let found = format!("{} | {} | {jobs}", names(&live), names(&queue));
        assert_eq!(found, expected, "{assigned:?}");
    }

    #[test]
    fn an_engine_is_chosen_by_its_name_else_the_first_one_works() {
        let two = [("engines.a", "ay"), ("engines.b", "bee")];
        let with = |more: &[(&'static str, &'static str)]| [two.as_slice(), more].concat();
        check(&[], " |  | 1");
        check(&two, "a | a | 1");
        // The first is that of the file, and not of the alphabet.
        check(&[two[1], two[0]], "b | b | 1");
        check(&with(&[("analysis-engine", "b")]), "b | a | 1");
        check(&with(&[("queue-engines", "b, a")]), "a | b a | 2");
        check(
            &with(&[("queue-engines", "b"), ("analysis-engines", "4")]),
            "a | b | 4",
        );
        check(
            &with(&[("queue-engines", "b"), ("queue-engines", "auto")]),
            "a | a | 1",
        );
        // One that is there no more is nobody's choice.
        check(
            &with(&[("analysis-engine", "b"), ("engines.b", "default")]),
            "a | a | 1",
        );
    }

    #[test]
    fn an_engine_that_is_not_there_is_refused_with_those_that_are() {
        let mut settings = Settings::default();
        let text = b"analysis-engine = \"b\"\nqueue-engines = \"a,c\"\n[engines]\nb = \"bee\"\na = \"ay\"\n";
        let mistakes = settings.read(text);
        let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(
            mistakes,
            ["2:17: `queue-engines`: expected \"auto\", \"b\" or \"a\", found \"a,c\""]
        );
        assert_eq!(settings.analysis_engine.as_deref(), Some("b"));
        let first = settings.engines.first().map(|engine| engine.name.as_str());
        assert_eq!(first, Some("b"), "in the order of the file");
        let error = settings.set("analysis-engine", "c", Source::Editor);
        assert_eq!(
            error.expect_err("there is none").to_string(),
            "`analysis-engine`: expected auto, b or a, found c"
        );
    }
}
