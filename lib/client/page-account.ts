/** The `<meta>` element with the id of the account that a page was rendered for. Visitors' pages have none. */
export const PAGE_ACCOUNT = "page-account";

export function pageAccount(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_ACCOUNT}"]`)?.content;
}
