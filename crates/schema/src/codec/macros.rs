//! How types are described: [`coded!`](crate::coded) for structs, [`choices!`](crate::choices) for names,
//! [`tagged!`](crate::tagged) for kinds with fields.

/// Lets serde read and write coded types, for code that holds them as part of something else.
#[macro_export]
#[doc(hidden)]
macro_rules! coded_serde {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codec::tree(self).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                $crate::codec::read(value).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Names a field as it is stored: by its own name, unless another follows.
#[macro_export]
#[doc(hidden)]
macro_rules! coded_key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Describes structs by their fields, in the order in which they are written: each is `required` when read, `optional`, or
/// `skip_empty`, optional when read and left out when empty; `flat` fields are of a type of [`flat!`](crate::flat). `as "name"` is
/// the stored name where it differs.
#[macro_export]
macro_rules! coded {
    ($($type:ident { $($presence:ident $field:ident $(as $key:literal)?),+ $(,)? })+) => {$(
        impl $crate::codec::Encode for $type {
            fn encode(&self, writer: &mut $crate::codec::Writer<'_>) {
                writer.object();
                $(writer.$presence($crate::coded_key!($field $($key)?), &self.$field);)+
                writer.end();
            }
        }

        impl $crate::codec::Decode for $type {
            fn empty() -> Self {
                $type { $($field: $crate::codec::Decode::empty()),+ }
            }

            fn decode(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                reader.object();
                $(reader.$presence($crate::coded_key!($field $($key)?), &mut self.$field);)+
                reader.end();
            }
        }

        $crate::coded_serde!($type);
    )+};
}

/// Describes structs that are only written, as [`coded!`](crate::coded) does; they may borrow.
#[macro_export]
macro_rules! encoded {
    ($($type:ident $(<$life:lifetime>)? {
        $($presence:ident $field:ident $(as $key:literal)?),+ $(,)?
    })+) => {$(
        impl $crate::codec::Encode for $type $(<$life>)? {
            fn encode(&self, writer: &mut $crate::codec::Writer<'_>) {
                writer.object();
                $(writer.$presence($crate::coded_key!($field $($key)?), &self.$field);)+
                writer.end();
            }
        }
    )+};
}

/// Describes structs whose fields are written among those of what has them, by the presence `flat`, or `flat_required` where
/// empty ones are written too. Each may be absent when it is read.
#[macro_export]
macro_rules! flat {
    ($type:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::codec::Flat for $type {
            fn write(&self, writer: &mut $crate::codec::Writer<'_>, field: $crate::codec::WriteField) {
                $(field(writer, stringify!($field), &self.$field);)+
            }
        }

        impl $crate::codec::Decode for $type {
            fn empty() -> Self {
                $type { $($field: $crate::codec::Decode::empty()),+ }
            }

            fn decode(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                $(reader.optional(stringify!($field), &mut self.$field);)+
            }
        }
    };
}

/// Describes enums without fields by the names of their variants, in the order in which they are declared.
#[macro_export]
macro_rules! choices {
    ($($type:ident { $($variant:ident = $name:literal),+ $(,)? })+) => {$(
        impl $type {
            /// Every choice, in the order of declaration.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];
            const NAMES: &'static [&'static str] = &[$($name),+];

            /// Returns the name it is stored and shown to hosts by.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        const _: () = {
            let mut place = 0;
            while place < $type::ALL.len() {
                assert!($type::ALL[place] as usize == place, "names in the order of declaration");
                place += 1;
            }
        };

        impl $crate::codec::Encode for $type {
            fn encode(&self, writer: &mut $crate::codec::Writer<'_>) {
                writer.text(self.name());
            }
        }

        impl $crate::codec::Decode for $type {
            fn empty() -> Self {
                Self::ALL[0]
            }

            fn decode(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                *self = Self::ALL[reader.choice(Self::NAMES)];
            }
        }

        $crate::coded_serde!($type);
    )+};
}

/// Describes enums that are stored as an object with one key, the kind: by kind, variant, and its fields or the one value
/// it holds. A variant without either is stored as its kind alone. `flat` names a variant whose value has further kinds, see
/// [`flattened!`](crate::flattened), and `else` one for values of unknown kinds.
#[macro_export]
macro_rules! tagged {
    (@write $writer:ident $kind:literal) => {
        $writer.text($kind)
    };
    (@write $writer:ident $kind:literal ($inner:ident)) => {
        $writer.kind($kind, $inner);
    };
    (@write $writer:ident $kind:literal { $($presence:ident $field:ident),* }) => {
        $writer.begin_kind($kind);
        $($writer.$presence(stringify!($field), $field);)*
        $writer.end_kind();
    };
    ($type:ident {
        $($kind:literal = $variant:ident
            $(($inner:ident))?
            $({ $($presence:ident $field:ident),* })?
        ),+ $(,)?
    } $(flat $flat:ident($further:ident))? $(else $rest:ident)?) => {
        impl $crate::codec::Encode for $type {
            fn encode(&self, writer: &mut $crate::codec::Writer<'_>) {
                match self {
                    $($type::$variant $(($inner))? $({ $($field),* })? => {
                        $crate::tagged!(@write writer $kind $(($inner))? $({ $($presence $field),* })?);
                    })+
                    $($type::$flat(further) => $crate::codec::Encode::encode(further, writer),)?
                    $($type::$rest(value) => writer.value(value),)?
                }
            }
        }

        impl $crate::codec::Decode for $type {
            fn empty() -> Self {
                Self::of_kind([$($kind),+][0]).expect("the first kind is known")
            }

            fn decode(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                let Some(kind) = reader.kind() else { return };
                let Some(empty) = Self::of_kind(&kind) else {
                    $(return *self = $type::$rest(reader.rest());)?
                    #[allow(unreachable_code, reason = "there may be no variant for the rest")]
                    return reader.unknown();
                };
                reader.enter(&kind);
                *self = empty;
                self.decode_fields(reader);
            }
        }

        impl $type {
            /// Returns an empty value of a kind; none for a kind that is not known.
            pub(crate) fn of_kind(kind: &str) -> Option<Self> {
                Some(match kind {
                    $($kind => $type::$variant
                        $(({ let $inner = $crate::codec::Decode::empty(); $inner }))?
                        $({ $($field: $crate::codec::Decode::empty()),* })?,
                    )+
                    _ => {
                        $(return $further::of_kind(kind).map($type::$flat);)?
                        #[allow(unreachable_code, reason = "there may be no further kinds")]
                        return None;
                    }
                })
            }

            /// Reads what stands behind the kind.
            pub(crate) fn decode_fields(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                let kind = match self {
                    $($type::$variant $(($inner))? $({ $($field),* })? => {
                        $($crate::codec::Decode::decode($inner, reader);)?
                        $(reader.object(); $(reader.$presence(stringify!($field), $field);)* reader.end();)?
                        $kind
                    })+
                    $($type::$flat(further) => return further.decode_fields(reader),)?
                    $($type::$rest(_) => return,)?
                };
                reader.leave(kind);
            }
        }

        $crate::coded_serde!($type);
    };
}

/// Joins enums of [`tagged!`](crate::tagged) into one, each in a variant. A value is stored as if its kind were one of the whole.
#[macro_export]
macro_rules! flattened {
    ($type:ident { $($(#[$when:meta])* $variant:ident($inner:ident)),+ $(,)? }) => {
        impl $crate::codec::Encode for $type {
            fn encode(&self, writer: &mut $crate::codec::Writer<'_>) {
                match self {
                    $($(#[$when])* $type::$variant(inner) => inner.encode(writer)),+
                }
            }
        }

        impl $type {
            pub(crate) fn of_kind(kind: &str) -> Option<Self> {
                $($(#[$when])* if let Some(inner) = $inner::of_kind(kind) {
                    return Some($type::$variant(inner));
                })+
                None
            }

            pub(crate) fn decode_fields(&mut self, reader: &mut $crate::codec::Reader<'_>) {
                match self {
                    $($(#[$when])* $type::$variant(inner) => inner.decode_fields(reader)),+
                }
            }
        }
    };
}
