/** An act was taken back before it was sent. */
export class TakenBack extends Error {
  override name = "TakenBack";
}
