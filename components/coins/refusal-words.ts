import type { Refusal } from "./refusal";

/** What happened, and what to do. "Nothing was taken" stands wherever a person would wonder. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.kind) {
    case "refused":
      return refusal.message;
    case "limited":
      return "That was quick: the limit for this minute is reached.";
    case "signed-out":
      return "You are signed out, perhaps in another tab. Nothing was taken.";
    case "offline":
      return "You are offline. Nothing was taken: try again once you are back.";
    case "server":
      return "Something broke on our side. Nothing was taken: try again in a moment.";
    case "undropped":
      return "The connection broke and the ball never dropped. Nothing was taken: try again.";
    case "lost":
      return "The connection broke. Your bet is looked up as soon as you are back online.";
  }
}
