const fullWidth = (code: string) =>
  code.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
const withDigitsOf = (zero: string) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
/** In two halves, if it has no dash yet. */
const dashed = (code: string) => (code.includes("-") ? code : `${code.slice(0, 3)}-${code.slice(3)}`);
const withDash = (dash: string) => (code: string) => dashed(code).replaceAll("-", dash);

/** How keyboards, input methods and letters change a code on its way. */
export const TYPED: [string, (code: string) => string][] = [
  ["in small letters", (code) => code.toLowerCase()],
  ["in full width", fullWidth],
  ["in small letters in full width", (code) => fullWidth(code.toLowerCase())],
  ["with Arabic digits", withDigitsOf("٠")],
  ["with Persian digits", withDigitsOf("۰")],
  ["with en dashes", withDash("–")],
  ["with minus signs", withDash("−")],
  ["with the dash of a Japanese keyboard", withDash("ー")],
  ["with ideographic spaces", withDash("\u3000")],
  ["with no-break spaces", withDash("\u00A0")],
  ["with invisible characters", (code) => `\u200B${withDash("\u2060")(code)}\u200E`],
];
