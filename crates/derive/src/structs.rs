//! Structs: objects with a field for each of theirs.

use crate::attributes::attributes;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident};

/// A field, as it is stored.
pub(crate) struct Field {
    /// Its name in Rust.
    pub(crate) name: Ident,
    /// The method that reads and the one that writes it.
    pub(crate) presence: Ident,
    /// The stored name.
    pub(crate) key: String,
}

/// The fields of a struct.
pub(crate) fn fields_of(input: &DeriveInput) -> syn::Result<Vec<Field>> {
    match &input.data {
        Data::Struct(data) => fields(&data.fields, &input.ident),
        _ => Err(Error::new_spanned(
            &input.ident,
            "only a struct is written so",
        )),
    }
}

/// The named fields of a struct or variant.
pub(crate) fn fields(fields: &Fields, of: &Ident) -> syn::Result<Vec<Field>> {
    let Fields::Named(fields) = fields else {
        return Err(Error::new_spanned(
            of,
            "its fields need names, by which they are stored",
        ));
    };
    let read = |field: &syn::Field| {
        let found = attributes(
            &field.attrs,
            &["optional", "skip_empty", "flat", "flat_required"],
        )?;
        let name = field.ident.clone().expect("a named field");
        let key = found.rename.unwrap_or_else(|| name.to_string());
        let presence = found.presence;
        Ok(Field {
            name,
            presence,
            key,
        })
    };
    fields.named.iter().map(read).collect()
}

/// Writes a struct.
pub(crate) fn encode(input: &DeriveInput, fields: &[Field]) -> TokenStream {
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let writes = fields.iter().map(
        |Field {
             name,
             presence,
             key,
         }| quote! { writer.#presence(#key, &self.#name); },
    );
    quote! {
        impl #generics ::colloquy_schema::codec::Encode for #name #arguments #bounds {
            fn encode(&self, writer: &mut ::colloquy_schema::codec::Writer<'_>) {
                writer.object();
                #(#writes)*
                writer.end();
            }
        }
    }
}

/// Reads a struct.
pub(crate) fn decode(input: &DeriveInput, fields: &[Field]) -> TokenStream {
    let name = &input.ident;
    let names = fields.iter().map(|field| &field.name);
    let reads = fields.iter().map(
        |Field {
             name,
             presence,
             key,
         }| quote! { reader.#presence(#key, &mut self.#name); },
    );
    quote! {
        impl ::colloquy_schema::codec::Decode for #name {
            fn empty() -> Self {
                #name { #(#names: ::colloquy_schema::codec::Decode::empty()),* }
            }

            fn decode(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                reader.object();
                #(#reads)*
                reader.end();
            }
        }
    }
}

/// Reads and writes the fields of a struct among those of another.
pub(crate) fn flat(input: &DeriveInput, fields: &[Field]) -> TokenStream {
    let name = &input.ident;
    let names = fields.iter().map(|field| &field.name);
    let writes = fields
        .iter()
        .map(|Field { name, key, .. }| quote! { field(writer, #key, &self.#name); });
    let reads = fields
        .iter()
        .map(|Field { name, key, .. }| quote! { reader.optional(#key, &mut self.#name); });
    quote! {
        impl ::colloquy_schema::codec::Flat for #name {
            fn write(&self, writer: &mut ::colloquy_schema::codec::Writer<'_>, field: ::colloquy_schema::codec::WriteField) {
                #(#writes)*
            }
        }

        impl ::colloquy_schema::codec::Decode for #name {
            fn empty() -> Self {
                #name { #(#names: ::colloquy_schema::codec::Decode::empty()),* }
            }

            fn decode(&mut self, reader: &mut ::colloquy_schema::codec::Reader<'_>) {
                #(#reads)*
            }
        }
    }
}
