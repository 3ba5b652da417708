/** Marks the list of toasts. */
export const TOASTS = { "data-toasts": "" };

/** For dialogs and menus: whoever clicks a toast, or moves the focus to it, does not close them. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault();
}
