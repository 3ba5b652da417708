import { CallError } from "@/lib/client/call-error";

/** Why an act with coins failed, by what the person can do about it. */
export type CoinFailure =
  | { kind: "rejected"; message: string }
  /** `until` in milliseconds since 1970. */
  | { kind: "rate-limited"; until: number }
  | { kind: "signed-out" }
  | { kind: "offline" }
  | { kind: "server" }
  /** It is unknown whether the bet was placed: there was no response, or it says so. */
  | { kind: "unknown" };

export function coinFailureOf(error: unknown): CoinFailure {
  if (!(error instanceof CallError)) return { kind: "unknown" };
  switch (error.kind) {
    case "rejected":
    case "account-changed":
    case "proof-required":
    case "outdated":
      return { kind: "rejected", message: error.message };
    case "rate-limited":
      return { kind: "rate-limited", until: error.retryAtMs ?? Date.now() };
    case "network":
    case "unknown":
      return { kind: "unknown" };
    case "server":
      // A proxy that timed out does not know whether the server placed the bet.
      return { kind: error.status === 502 || error.status === 504 ? "unknown" : "server" };
    default:
      return { kind: error.kind };
  }
}

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
