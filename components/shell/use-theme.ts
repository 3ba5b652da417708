import { useSyncExternalStore } from "react";
import { themeStore } from "./theme";

export function useTheme() {
  return useSyncExternalStore(themeStore.subscribe, themeStore.read, themeStore.readOnServer);
}
