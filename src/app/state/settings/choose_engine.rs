//! The settings of which engine does what: the one of live analysis, and those of the queue.

use super::kind::{Choice, Word};
use super::{AUTO, NamedEngine, Settings};

/// The setting of the engine of live analysis.
#[derive(Debug)]
pub(super) struct LiveEngine;

/// The setting of the engines that work in the background.
#[derive(Debug)]
pub(super) struct QueueEngines;

/// A word for each engine, behind the one that stands for all.
fn offered(auto: &'static str, settings: &Settings) -> Vec<Word> {
    let engines = settings.engines.iter().map(|engine| Word {
        name: engine.name.clone().into(),
        help: engine.text().to_owned().into(),
    });
    std::iter::once(Word::new(AUTO, auto))
        .chain(engines)
        .collect()
}

const FIRST: &str = "the first engine of the settings, else one in PATH";

impl Choice for LiveEngine {
    fn words(&self) -> Vec<Word> {
        vec![Word::new(AUTO, FIRST)]
    }

    fn offered(&self, settings: &Settings) -> Vec<Word> {
        offered(FIRST, settings)
    }

    fn more(&self) -> Option<Word> {
        Some(Word::new("NAME", "an engine of the settings"))
    }

    fn word(&self, settings: &Settings) -> Option<Word> {
        let name = settings.analysis_engine.clone();
        let words = self.offered(settings).into_iter();
        let name = name.unwrap_or_else(|| AUTO.to_owned());
        let known = words.into_iter().find(|word| word.name == name);
        known.or(Some(Word {
            name: name.into(),
            help: "".into(),
        }))
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let is_known = word == AUTO || settings.engine(word).is_some();
        if is_known {
            settings.analysis_engine = (word != AUTO).then(|| word.to_owned());
        }
        is_known
    }
}

impl Choice for QueueEngines {
    fn words(&self) -> Vec<Word> {
        vec![Word::new(AUTO, FIRST)]
    }

    fn offered(&self, settings: &Settings) -> Vec<Word> {
        let mut words = offered(FIRST, settings);
        let now = settings.queue_engines.join(",");
        if settings.queue_engines.len() > 1 {
            words.push(Word {
                name: now.into(),
                help: "several, with commas between".into(),
            });
        }
        words
    }

    fn more(&self) -> Option<Word> {
        Some(Word::new(
            "NAME,…",
            "engines of the settings, with commas between",
        ))
    }

    fn word(&self, settings: &Settings) -> Option<Word> {
        let name = match settings.queue_engines.as_slice() {
            [] => AUTO.to_owned(),
            names => names.join(","),
        };
        let known = self.offered(settings).into_iter();
        let known = known.into_iter().find(|word| word.name == name);
        known.or(Some(Word {
            name: name.into(),
            help: "".into(),
        }))
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        if word == AUTO {
            settings.queue_engines.clear();
            return true;
        }
        let mut names: Vec<String> = Vec::new();
        for name in word.split(',').map(str::trim) {
            if settings.engine(name).is_none() {
                return false;
            }
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        settings.queue_engines = names;
        true
    }
}

impl Settings {
    /// The engine of a name.
    pub fn engine(&self, name: &str) -> Option<&NamedEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The engine that an entry of the table names, and the option of it behind a further dot.
    pub(crate) fn engine_and_option<'e>(
        &self,
        entry: &'e str,
    ) -> Option<(&NamedEngine, Option<&'e str>)> {
        if let Some(engine) = self.engine(entry) {
            return Some((engine, None));
        }
        let (name, option) = entry.rsplit_once('.').map(|_| entry).and_then(|entry| {
            let mut dots = entry.match_indices('.').map(|(at, _)| at);
            let at = dots.find(|at| {
                entry
                    .get(..*at)
                    .is_some_and(|name| self.engine(name).is_some())
            })?;
            Some((entry.get(..at)?, entry.get(at + 1..)?))
        })?;
        let option = option.strip_prefix("options.").unwrap_or(option);
        Some((
            self.engine(name)?,
            Some(option).filter(|option| !option.is_empty()),
        ))
    }

    /// The engine of live analysis: the one chosen, else the first; `None` where there is none here.
    pub fn live_engine(&self) -> Option<&NamedEngine> {
        let chosen = self.analysis_engine.as_deref();
        chosen
            .and_then(|name| self.engine(name))
            .or_else(|| self.engines.first())
    }

    /// The engines that work in the background: those chosen, else the first. Who chooses another for live
    /// analysis has not chosen it for this.
    pub fn background_engines(&self) -> Vec<&NamedEngine> {
        let chosen = self.queue_engines.iter();
        let chosen: Vec<_> = chosen.filter_map(|name| self.engine(name)).collect();
        match chosen.is_empty() {
            true => self.engines.first().into_iter().collect(),
            false => chosen,
        }
    }

    /// How many records are analysed in the background at once: each engine that was chosen has one.
    pub fn background_jobs(&self) -> usize {
        self.analysis_engines.max(self.background_engines().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::state::settings::Source;

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
