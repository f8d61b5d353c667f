//! The table of questions: topics, screening, conditions, options.

use super::{Field, Form, Object, Shape};
use colloquy_schema::FILE_FORMATS;

pub(super) const fn must(key: &'static str, shape: &'static Shape, about: &'static str) -> Field {
    Field {
        key,
        required: true,
        shape,
        about,
    }
}

pub(super) const fn may(key: &'static str, shape: &'static Shape, about: &'static str) -> Field {
    Field {
        key,
        required: false,
        shape,
        about,
    }
}

pub(super) const fn text(max: usize) -> Shape {
    Shape::Text {
        max,
        form: Form::Any,
    }
}

pub(super) static ID: Shape = Shape::Text {
    max: 64,
    form: Form::Id,
};
pub(super) static NAME: Shape = Shape::Text {
    max: 64,
    form: Form::Name,
};
pub(super) static TAG: Shape = Shape::Text {
    max: 35,
    form: Form::Tag,
};
static DAY: Shape = Shape::Text {
    max: 10,
    form: Form::Day,
};
pub(super) static ADDRESS: Shape = Shape::Text {
    max: 2_000,
    form: Form::Address,
};
pub(super) static LABEL: Shape = text(200);
pub(super) static TITLE: Shape = text(100);
pub(super) static SENTENCE: Shape = text(500);
pub(super) static PARAGRAPH: Shape = text(2_000);
static FLAG: Shape = Shape::Flag;
static SCALAR: Shape = Shape::Scalar;
pub(super) static SENTENCES: Shape = Shape::List {
    item: &SENTENCE,
    min: 0,
    max: 20,
};
static SCALARS: Shape = Shape::List {
    item: &SCALAR,
    min: 1,
    max: 50,
};
static COUNT: Shape = Shape::Int { min: 0, max: 50 };
static WHOLE: Shape = Shape::Int {
    min: -1_000,
    max: 1_000,
};
static NUMBER: Shape = Shape::Number {
    min: -1e12,
    max: 1e12,
};
static BOUND: Shape = Shape::ByType {
    text: Some(&DAY),
    number: Some(&NUMBER),
    list: None,
    object: None,
};
static OPTION: Shape = Shape::ByType {
    text: Some(&LABEL),
    number: None,
    list: None,
    object: Some(&Shape::Object(&NAMED_OPTION)),
};
pub(super) static OPTIONS: Shape = Shape::List {
    item: &OPTION,
    min: 2,
    max: 50,
};
static LABELS: Shape = Shape::Map {
    value: &LABEL,
    max: 101,
    key: Form::Point,
};

static NAMED_OPTION: Object = Object {
    name: "option",
    about: "An option with an id of its own.",
    groups: &[&[
        must("id", &ID, "Id, as conditions and results have it."),
        must("label", &LABEL, "Label, as it is shown."),
    ]],
    keys: None,
};

pub(super) static CONDITION: Shape = Shape::ByKey(&[
    ("all", &ALL),
    ("any", &ANY),
    ("not", &NOT),
    ("value", &TEST),
]);
static CONDITIONS: Shape = Shape::List {
    item: &CONDITION,
    min: 1,
    max: 20,
};
static ALL: Object = Object {
    name: "all",
    about: "Every one holds.",
    groups: &[&[must("all", &CONDITIONS, "The conditions.")]],
    keys: None,
};
static ANY: Object = Object {
    name: "any",
    about: "One of them holds.",
    groups: &[&[must("any", &CONDITIONS, "The conditions.")]],
    keys: None,
};
static NOT: Object = Object {
    name: "not",
    about: "It does not hold.",
    groups: &[&[must("not", &CONDITION, "The condition.")]],
    keys: None,
};
static TEST: Object = Object {
    name: "test",
    about: "A test of one value: `value` and one key that says what it must be. A value that is not there passes none but `answered: false`.",
    groups: &[&[
        must(
            "value",
            &ID,
            "Id of a typed question before this one, or name of a value that the host hands in.",
        ),
        may("is", &SCALAR, "It is this one."),
        may("is_not", &SCALAR, "It is another one."),
        may("any_of", &SCALARS, "It is one of these."),
        may("none_of", &SCALARS, "It is none of these."),
        may(
            "at_least",
            &BOUND,
            "It is this number or more, or this day or later.",
        ),
        may(
            "at_most",
            &BOUND,
            "It is this number or less, or this day or earlier.",
        ),
        may("includes", &SCALAR, "It is a list with this option in it."),
        may(
            "answered",
            &FLAG,
            "True: there is a value. False: there is none.",
        ),
    ]],
    keys: Some((2, 2)),
};

static PROBES: Shape = Shape::ByType {
    text: Some(&Shape::Choice(&["none"])),
    number: Some(&Shape::Int { min: 0, max: 10 }),
    list: Some(&Shape::List {
        item: &SENTENCE,
        min: 1,
        max: 10,
    }),
    object: None,
};

/// Keys of every topic.
static TOPIC: &[Field] = &[
    may("id", &ID, "Name; topic-1 and so on where it is left out."),
    must("ask", &SENTENCE, "The question, put word by word."),
    may("title", &TITLE, "Title, as results name it."),
    may(
        "why",
        &PARAGRAPH,
        "Why it is asked, for whoever reads the study.",
    ),
    may(
        "must",
        &FLAG,
        "True: it is asked or refused in every interview that comes that far; false by default.",
    ),
    may(
        "probes",
        &PROBES,
        "none, sentences in their order, or how many adaptive ones; 2 by default for an open question, else none.",
    ),
    may("listen_for", &SENTENCES, "What the answer should tell."),
    may(
        "depth",
        &Shape::Int { min: 1, max: 3 },
        "1 describes and clarifies, 2 asks for a case as well, 3 for reasons as well; 3 by default.",
    ),
    may(
        "minutes",
        &Shape::Int { min: 1, max: 60 },
        "How long it is meant to take.",
    ),
    may("when", &CONDITION, "When it is asked; always by default."),
];
static OPEN: &[Field] = &[may(
    "check",
    &SENTENCE,
    "The question where an earlier answer covers it, with {quote}.",
)];
static OF_OPTIONS: &[Field] = &[must(
    "options",
    &OPTIONS,
    "Labels, or objects with id and label.",
)];
static OF_MULTIPLE: &[Field] = &[
    may("least", &COUNT, "Fewest that must be chosen; 1 by default."),
    may("most", &COUNT, "Most that may be chosen; all by default."),
];
static OF_SCALE: &[Field] = &[
    must("from", &WHOLE, "Lower end."),
    must("to", &WHOLE, "Upper end."),
    may("labels", &LABELS, "Labels of points, by their number."),
];
static OF_NUMBER: &[Field] = &[
    may("min", &NUMBER, "Least."),
    may("max", &NUMBER, "Greatest."),
    may("whole", &FLAG, "True for whole numbers only."),
];
static OF_DATE: &[Field] = &[
    may("earliest", &DAY, "First day."),
    may("latest", &DAY, "Last day."),
];
static OF_SHORT: &[Field] = &[may(
    "max_chars",
    &Shape::Int { min: 1, max: 500 },
    "Most characters; 120 by default.",
)];
static FORMATS: Shape = Shape::List {
    item: &Shape::Choice(&FILE_FORMATS),
    min: 1,
    max: FILE_FORMATS.len(),
};
static OF_FILE: &[Field] = &[
    may(
        "formats",
        &FORMATS,
        "Kinds that are taken: pdf, docx, txt, md; all of them by default.",
    ),
    may(
        "max_mb",
        &Shape::Int { min: 1, max: 20 },
        "Largest file, in MB; 10 by default.",
    ),
];

macro_rules! questions {
    ($all:ident, $common:ident, $usual:literal, $($static:ident $name:literal $type:literal $about:literal [$($own:ident),*];)+) => {
        $(static $static: Object = Object { name: $name, about: $about, groups: &[$common $(, $own)*], keys: None };)+
        pub(super) static $all: Shape = Shape::Tagged { key: "type",
            usual: $usual, variants: &[$(($type, &$static)),+] };
    };
}

questions! { TOPIC_OF_TYPE, TOPIC, true,
    T_OPEN "open" "open" "A question that is answered in words." [OPEN];
    T_SINGLE "single" "single" "One option." [OF_OPTIONS];
    T_MULTIPLE "multiple" "multiple" "Several options." [OF_OPTIONS, OF_MULTIPLE];
    T_SCALE "scale" "scale" "A point on a scale." [OF_SCALE];
    T_RANKING "ranking" "ranking" "All options in an order." [OF_OPTIONS];
    T_NUMBER "number" "number" "A number." [OF_NUMBER];
    T_DATE "date" "date" "A day." [OF_DATE];
    T_YES_NO "yes_no" "yes_no" "Yes or no." [];
    T_SHORT "short" "short" "A line of text." [OF_SHORT];
    T_FILE "file" "file" "A file that is handed in." [OF_FILE];
}

/// Keys of every screening question.
static SCREENING: &[Field] = &[
    may(
        "id",
        &ID,
        "Name; screening-1 and so on where it is left out.",
    ),
    must("ask", &SENTENCE, "The question, put word by word."),
    may("title", &TITLE, "Title, as results name it."),
    may(
        "why",
        &PARAGRAPH,
        "Why it is asked, for whoever reads the study.",
    ),
    must(
        "accept",
        &ACCEPT,
        "Values with which the interview goes on: a list, or at_least and at_most.",
    ),
    may("message", &PARAGRAPH, "Closing words for everybody else."),
];
static ACCEPT: Shape = Shape::ByType {
    text: None,
    number: None,
    list: Some(&SCALARS),
    object: Some(&Shape::Object(&RANGE)),
};
static RANGE: Object = Object {
    name: "range",
    about: "A range with one end or both.",
    groups: &[&[
        may("at_least", &BOUND, "Least."),
        may("at_most", &BOUND, "Greatest."),
    ]],
    keys: Some((1, 2)),
};

questions! { SCREENING_OF_TYPE, SCREENING, false,
    S_YES_NO "screening_yes_no" "yes_no" "Yes or no." [];
    S_SINGLE "screening_single" "single" "One option." [OF_OPTIONS];
    S_SCALE "screening_scale" "scale" "A point on a scale." [OF_SCALE];
    S_NUMBER "screening_number" "number" "A number." [OF_NUMBER];
    S_DATE "screening_date" "date" "A day." [OF_DATE];
}
