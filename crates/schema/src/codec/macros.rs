//! How types are described: [`coded!`](crate::coded) for structs, [`choices!`](crate::choices) for names,
//! [`tagged!`](crate::tagged) for kinds with fields.

/// Lets serde read and write coded types, for whoever holds them as part of something else.
#[macro_export]
#[doc(hidden)]
macro_rules! coded_serde {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codec::write(&mut self.clone()).serialize(serializer)
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

/// Describes structs by their fields, in the order in which they are written: `must` be there when read, `may` be absent,
/// or `spare`, absent when read and left out when empty. `as "name"` is the stored name where it differs.
#[macro_export]
macro_rules! coded {
    ($($type:ident { $($presence:ident $field:ident $(as $key:literal)?),+ $(,)? })+) => {$(
        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                $type { $($field: $crate::codec::Coded::blank()),+ }
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec<'_>) {
                codec.object();
                $(codec.$presence($crate::coded_key!($field $($key)?), &mut self.$field);)+
                codec.end();
            }
        }

        $crate::coded_serde!($type);
    )+};
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

        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self::ALL[0]
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec<'_>) {
                *self = Self::ALL[codec.choice(Self::NAMES, *self as usize)];
            }
        }

        $crate::coded_serde!($type);
    )+};
}

/// Describes enums that are stored as an object with one key, the kind: by kind, variant, and its fields or the one value
/// it holds. A variant without either is stored as its kind alone. `else` names a variant for values of unknown kinds.
#[macro_export]
macro_rules! tagged {
    (@unknown $self:ident $codec:ident $type:ident) => {
        $codec.unknown()
    };
    (@unknown $self:ident $codec:ident $type:ident $rest:ident) => {{
        let mut value = serde_json::Value::Null;
        $codec.rest(&mut value);
        *$self = $type::$rest(value);
    }};
    ($type:ident {
        $($kind:literal = $variant:ident
            $(($inner:ident))?
            $({ $($presence:ident $field:ident),* })?
        ),+ $(,)?
    } $(else $rest:ident)?) => {
        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self::of_kind([$($kind),+][0]).expect("the first kind is known")
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec<'_>) {
                if codec.reading() {
                    let Some(kind) = codec.kind() else { return };
                    let Some(blank) = Self::of_kind(&kind) else {
                        return $crate::tagged!(@unknown self codec $type $($rest)?);
                    };
                    codec.enter(&kind);
                    *self = blank;
                }
                let kind = match self {
                    $($type::$variant $(($inner))? $({ $($field),* })? => {
                        $($crate::codec::Coded::code($inner, codec);)?
                        $(codec.object(); $(codec.$presence(stringify!($field), $field);)* codec.end();)?
                        $kind
                    })+
                    $($type::$rest(value) => return codec.plain(value),)?
                };
                codec.leave(kind);
            }
        }

        impl $type {
            fn of_kind(kind: &str) -> Option<Self> {
                Some(match kind {
                    $($kind => $type::$variant
                        $(({ let $inner = $crate::codec::Coded::blank(); $inner }))?
                        $({ $($field: $crate::codec::Coded::blank()),* })?,
                    )+
                    _ => return None,
                })
            }
        }

        $crate::coded_serde!($type);
    };
}
