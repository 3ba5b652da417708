const KIB = 1024;

/** The largest JSON body that an operation reads. */
export const MAX_JSON_BYTES = 256 * KIB;

/** The largest body that sign-in reads: anybody may send it, and a name, a password and a few addresses are short. */
export const MAX_SIGN_IN_BYTES = 16 * KIB;

/** What a form may bring beside its file: boundaries, headers and other fields. */
export const FORM_OVERHEAD_BYTES = 64 * KIB;
