import { EARLY_PRESS_SCRIPT } from "@/components/hydration/early-press-script";
import { DISMISSED_SCRIPT } from "@/components/announcements/dismissed";
import { THEME_SCRIPT } from "@/components/shell/theme-script";

/** Our only script in <head>. A constant text: the content security policy allows it by its hash. */
export const HEAD_SCRIPT = `${THEME_SCRIPT};${DISMISSED_SCRIPT};${EARLY_PRESS_SCRIPT}`;
