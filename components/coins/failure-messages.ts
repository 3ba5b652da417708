import type { CoinFailure } from "./coin-failure";

/** Describes the failure and what to do. Says that no coins were taken wherever a person might wonder. */
export function failureMessage(failure: CoinFailure): string {
  switch (failure.kind) {
    case "rejected":
      return failure.message;
    case "rate-limited":
      return "That was quick! You’ve reached the limit for this minute.";
    case "signed-out":
      return "You’re signed out, maybe in another tab. No coins were taken.";
    case "offline":
      return "You’re offline. No coins were taken; try again once you’re back.";
    case "server":
      return "Something went wrong on our side. No coins were taken; try again in a moment.";
    case "unknown":
      return "The connection dropped. We’ll ask again when you’re back online; your bet counts once at most.";
  }
}
