export const TOASTS = { "data-toasts": "" };

/** For dialogs and menus: clicking or focusing a toast does not close them. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (isInToasts(event.target)) event.preventDefault();
}

export function isInToasts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-toasts]") !== null;
}
