"use client";

import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { IconButton } from "@/components/ui/icon-button";
import { chooseTheme, type Theme, THEMES, THEME_NAMES, useTheme } from "./theme";

const ICONS = { system: "sun-moon", light: "sun", dark: "moon" } satisfies Record<Theme, IconName>;

/** For visitors; members have the same choice in their account menu. */
export function ThemeButton({ className }: { className?: string }) {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      label={`Theme: ${THEME_NAMES[theme]}`}
      title={`Theme: ${THEME_NAMES[theme]}`}
      className={className}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={ICONS[theme]} />
    </IconButton>
  );
}
