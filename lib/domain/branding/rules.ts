/** Our choice: characters of the site's name. Longer ones do not fit beside the logo. */
export const SITE_NAME_LENGTH = { min: 1, max: 30 };
