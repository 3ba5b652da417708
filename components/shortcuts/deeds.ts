/** The posts of the page that one can step through, in their order. */
const posts = () => [...document.querySelectorAll<HTMLElement>("article[data-post][tabindex]")];

/** The post that has the focus, or the one that the page is about. */
function current(): Element | null {
  return document.activeElement?.closest("[data-post]") ?? document.querySelector("article[data-post]:not([tabindex])");
}

/** Puts the focus on the next post or the one before; at first on the first that is in sight. */
export function stepThroughPosts(by: 1 | -1) {
  const all = posts();
  const at = all.findIndex((post) => post.contains(document.activeElement));
  const next = at < 0 ? (all.find((post) => post.getBoundingClientRect().bottom > TOP_BAR) ?? all[0]) : all[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** Of the bar above, which covers what lies behind it. */
const TOP_BAR = 56;

export function openPost() {
  const post = current();
  post?.querySelector<HTMLAnchorElement>(`a[href="/posts/${post.getAttribute("data-post")}"]`)?.click();
}

export function pressMark(mark: "like" | "bookmark") {
  current()?.querySelector<HTMLElement>(`[data-mark=${mark}]`)?.click();
}

/** Answers whether there was something on the page to put the focus into. */
export function focusOn(selector: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  field?.focus();
  return field !== undefined;
}
