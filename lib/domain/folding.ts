/** Returns a text in its compatible form, in which `é`, `e◌́` and `ｅ◌́` are one, without variation selectors. */
export function foldForms(text: string): string {
  return text.normalize("NFKC").replace(/\p{Variation_Selector}/gu, "");
}

/** Folds the forms and the case of a text, so that spellings of the same are equal: `Ｓtraße` is `strasse`. */
export function fold(text: string): string {
  // Converts to upper case first: it has one form where lower case has several, such as the two small sigmas.
  return foldForms(text).toUpperCase().toLowerCase().normalize("NFKC").replaceAll("ς", "σ");
}
