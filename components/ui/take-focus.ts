/** Focuses an element, even one that otherwise takes no focus. Returns whether it now has it. */
export function takeFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
