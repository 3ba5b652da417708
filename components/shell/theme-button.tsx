"use client";

import { Moon, Sun, SunMoon } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { chooseTheme, type Theme, THEMES, THEME_NAMES, useTheme } from "./theme";

const ICONS = { system: SunMoon, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** For visitors; members have the same choice in their account menu. */
export function ThemeButton({ className }: { className?: string }) {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`Theme: ${THEME_NAMES[theme]}`}
      title={`Theme: ${THEME_NAMES[theme]}`}
      className={className}
      onClick={() => chooseTheme(next)}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
