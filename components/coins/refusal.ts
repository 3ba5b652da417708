/** Why something about coins did not happen, in the kinds that a person can do something about. */
export type Refusal =
  | { kind: "refused"; message: string }
  | { kind: "limited"; until: number }
  | { kind: "signed-out" }
  | { kind: "offline" }
  | { kind: "server" }
  /** No answer came, and nothing became of it. */
  | { kind: "undropped" }
  /** No answer came, and what became of it is not known yet. */
  | { kind: "lost" };
