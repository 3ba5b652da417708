/** Returns a text in its compatible form, in which `é`, `e◌́` and `ｅ◌́` are one, without variation selectors. */
export function foldForms(text: string): string {
  return text.normalize("NFKC").replace(/\p{Variation_Selector}/gu, "");
}

/** Folds the forms and the case of a text, so that spellings of the same are equal: `Ｓtraße` is `strasse`. */
export function fold(text: string): string {
  // Converts to upper case first: it has one form where lower case has several, such as the two small sigmas.
  return foldForms(text).toUpperCase().toLowerCase().normalize("NFKC").replaceAll("ς", "σ");
}

/**
 * Returns a code as it was shown, however a keyboard or input method writes it: capitals and digits of ASCII, without
 * spaces, dashes (in Japanese, often the sign of a long vowel) and invisible characters.
 */
export function foldCode(typed: string): string {
  return foldForms(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212\u30FC]/gu, "")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (arabicDigit) => String(arabicDigit.charCodeAt(0) & 0xf));
}
