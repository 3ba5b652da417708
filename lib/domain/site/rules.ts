/** Our choice: networks and mail domains that may be blocked from signing up. */
export const MAX_SIGN_UP_LIMITS = 500;

/** How accounts are created: by anybody, after approval by staff, by invitation, or not at all. */
export const SIGN_UP_MODES = ["open", "approval", "invite", "closed"] as const;

/** When a sign-up requires a proof of work: never, from networks with several sign-ups within the hour, or always. */
export const PROOF_DEMANDS = ["never", "busy", "always"] as const;
