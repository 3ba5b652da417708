/** Our choice: networks, and mail domains, that sign-up may be closed to. */
export const MAX_SIGN_UP_LIMITS = 500;
