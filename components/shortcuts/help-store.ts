import { createStore } from "zustand/vanilla";

/** Whether the list of shortcuts is shown. */
export const shortcutHelp = createStore(() => ({ open: false }));

export function showShortcutHelp(open: boolean) {
  shortcutHelp.setState({ open });
}
