/** The `<meta>` element with the id of the account that a page was rendered for. Visitors' pages have none. */
export const PAGE_ACCOUNT = "page-account";

/** Returns the id of the account that this page was rendered for; undefined on a visitor's page. */
export function pageAccount(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_ACCOUNT}"]`)?.content;
}
