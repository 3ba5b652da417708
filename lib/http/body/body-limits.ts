const KIB = 1024;

export const MAX_JSON_BYTES = 256 * KIB;

/** The largest body that sign-in reads: anyone may send one, and a name, a password and a few addresses are short. */
export const MAX_SIGN_IN_BYTES = 16 * KIB;

/** The size allowed for a form beyond its file: boundaries, headers and other fields. */
export const FORM_OVERHEAD_BYTES = 64 * KIB;
