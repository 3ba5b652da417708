/** The posts of the page, in order. */
const posts = () => [...document.querySelectorAll<HTMLElement>("article[data-post][tabindex]")];

/** The focused post, or the post of the page. */
function current(): Element | null {
  return document.activeElement?.closest("[data-post]") ?? document.querySelector("article[data-post]:not([tabindex])");
}

/** Moves the focus to the next or previous post, starting with the first visible one. */
export function stepThroughPosts(by: 1 | -1) {
  const all = posts();
  const at = all.findIndex((post) => post.contains(document.activeElement));
  const next = at < 0 ? (all.find((post) => post.getBoundingClientRect().bottom > TOP_BAR) ?? all[0]) : all[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** The height of the top bar in pixels. */
const TOP_BAR = 56;

export function openPost() {
  const post = current();
  post?.querySelector<HTMLAnchorElement>(`a[href="/posts/${post.getAttribute("data-post")}"]`)?.click();
}

export function pressMark(mark: "like" | "bookmark") {
  current()?.querySelector<HTMLElement>(`[data-mark=${mark}]`)?.click();
}

/** Focuses the first visible match. Returns whether there was one. */
export function focusOn(selector: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  field?.focus();
  return field !== undefined;
}
