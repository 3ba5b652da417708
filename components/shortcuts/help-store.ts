/** Whether the list of keys is shown. */
const listeners = new Set<() => void>();
let open = false;

export const shortcutHelp = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => open,
  readOnServer: () => false,
  show(wanted: boolean) {
    open = wanted;
    for (const listener of listeners) listener();
  },
};
