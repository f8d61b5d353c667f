// Texts with counts in them: the form that a language has for a count.

/** The forms of a text, by the categories of `Intl.PluralRules`; `{n}` in one stands for the count. */
export type Forms = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Makes the function that chooses among the forms of one language. */
export function pluralIn(lang: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(lang);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll("{n}", String(n));
}
