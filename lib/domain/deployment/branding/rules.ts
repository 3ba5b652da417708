/** Characters of the site's name (docs/contract.md#administration). Longer ones do not fit beside the logo. */
export const SITE_NAME_LENGTH = { min: 1, max: 30 };
