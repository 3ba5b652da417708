/** Our choices: people whom one account may block, and mute. */
export const MAX_BLOCKED = 5_000;
export const MAX_MUTED = 5_000;
