import { THEME_KEY } from "./theme-script";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_NAMES: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

const listeners = new Set<() => void>();

export const themeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read(): Theme {
    const chosen = document.documentElement.dataset.theme;
    return THEMES.find((theme) => theme === chosen) ?? "system";
  },
  readOnServer: (): Theme => "system",
};

export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  remember(theme);
  for (const listener of listeners) listener();
}

function remember(theme: Theme) {
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}
