/** Whether a click or submit would load one of our pages in this tab, through a link or a search form. */
export function leavesPage({ type, target }: Event): boolean {
  if (type === "submit")
    return target instanceof HTMLFormElement && target.method === "get" && target.hasAttribute("action");
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.target === "_blank" || link.origin !== location.origin || link.pathname.startsWith("/api/"))
    return false;
  return link.hash === "" || link.pathname + link.search !== location.pathname + location.search;
}
