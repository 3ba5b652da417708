import { createStore } from "zustand/vanilla";

export const shortcutHelp = createStore(() => ({ open: false }));

export function showShortcutHelp(open: boolean) {
  shortcutHelp.setState({ open });
}
