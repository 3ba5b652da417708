/** What every authenticator app understands (RFC 6238). */
export const TOTP = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Tolerated clock skew in time steps, in either direction. */
export const CLOCK_SKEW_STEPS = 1;
/** 160 bits, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20;

export const RECOVERY_CODES = 10;
/** Digits of Crockford's base32, 5 bits each: 80 bits, which nobody guesses from a hash. */
export const RECOVERY_CODE_LENGTH = 16;

export const FACTOR_NAME_LENGTH = { min: 1, max: 60 };
export const DEFAULT_TOTP_NAME = "Authenticator app";

/** Characters of a credential's id in base64url: WebAuthn allows 1,023 bytes. */
export const MAX_CREDENTIAL_ID_LENGTH = 1364;
/** Passkeys of one account (docs/contract.md#second-factors). */
export const MAX_PASSKEYS = 10;
/** How long a browser may take to answer. */
export const CHALLENGE_MINUTES = 5;

/** Longer than any code with the spaces and hyphens that people type. */
export const MAX_CODE_LENGTH = 40;
