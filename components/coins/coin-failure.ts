import { CallError } from "@/lib/client/call-error";

/** Why something about coins failed, in the kinds that a person can do something about. */
export type CoinFailure =
  | { kind: "rejected"; message: string }
  /** `until` in milliseconds since 1970. */
  | { kind: "rate-limited"; until: number }
  | { kind: "signed-out" }
  | { kind: "offline" }
  | { kind: "server" }
  /** No answer came, and the bet was never placed. */
  | { kind: "not-placed" }
  /** No answer came, and whether the bet was placed is not known yet. */
  | { kind: "unknown" };

export function coinFailureOf(error: unknown): CoinFailure {
  if (!(error instanceof CallError)) return { kind: "unknown" };
  switch (error.kind) {
    case "rejected":
    case "proof-required":
    case "outdated":
      return { kind: "rejected", message: error.message };
    case "rate-limited":
      return { kind: "rate-limited", until: error.retryAtMs ?? Date.now() };
    case "network":
      return { kind: "unknown" };
    default:
      return { kind: error.kind };
  }
}
