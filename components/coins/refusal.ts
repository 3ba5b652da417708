/** Why something about coins did not happen, in the kinds that a person can do something about. */
export type Refusal =
  | { kind: "refused"; message: string }
  | { kind: "limited"; until: number }
  | { kind: "signed-out" }
  | { kind: "offline" }
  | { kind: "server" }
  | { kind: "lost" };
