import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { IconName } from "@/components/ui/icon-names";
import { keepStored } from "@/lib/client/local-storage";
import { THEME_KEY } from "./theme-script";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
export const THEME_ICONS = { system: "sun-moon", light: "sun", dark: "moon" } satisfies Record<Theme, IconName>;

/** Hydrates with the server's value; the script in <head> has already applied the chosen theme to <html>. */
const store = createStore<{ theme: Theme }>(() => ({ theme: "system" }));
if (typeof document !== "undefined") store.setState({ theme: themeOf(document.documentElement.dataset.theme) });

export const useTheme = () => useStore(store, ({ theme }) => theme);

export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  keepStored(THEME_KEY, theme === "system" ? null : theme);
  store.setState({ theme });
}

function themeOf(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}
