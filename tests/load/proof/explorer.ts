import { chromium } from "@playwright/test";
import { findBrowser } from "@/tests/support/browser";
import { explore } from "@/tests/explorer/explore";

/**
 * Wanders through the built product as visitor, member, editor, moderator and admin, without knowing its pages, for
 * `EXPLORER_MINUTES`. No page fails, shows what it should hide, or loses coins, texts or the focus.
 */
export async function prove(): Promise<void> {
  const browser = await chromium.launch(await findBrowser());
  try {
    await explore(browser);
  } finally {
    await browser.close();
  }
}
