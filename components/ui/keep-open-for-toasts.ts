export const TOASTS = { "data-toasts": "" };

/** For dialogs and menus: clicking or focusing a toast does not close them. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault();
}
