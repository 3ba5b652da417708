/** Our choice: networks, and mail domains, that sign-up may be closed to. */
export const MAX_SIGN_UP_LIMITS = 500;

/** How accounts are made: by anybody, by whom staff approve, by whom somebody invites, or not at all. */
export const SIGN_UP_MODES = ["open", "approval", "invite", "closed"] as const;

/** When a sign-up takes a proof of work: never, from networks with several sign-ups within the hour, or always. */
export const PROOF_DEMANDS = ["never", "busy", "always"] as const;
