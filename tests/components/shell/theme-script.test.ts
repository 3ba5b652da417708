import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { THEME_KEY, THEME_SCRIPT } from "@/components/shell/theme-script";

function themeAfter(stored: string | null | Error) {
  const dataset: Record<string, string> = {};
  const localStorage = {
    getItem(key: string) {
      if (stored instanceof Error) throw stored;
      return key === THEME_KEY ? stored : null;
    },
  };
  runInNewContext(THEME_SCRIPT, { localStorage, document: { documentElement: { dataset } } });
  return dataset.theme;
}

test.each([
  ["light", "light"],
  ["dark", "dark"],
  ["plaid", undefined],
  [null, undefined],
  [new Error("storage is closed"), undefined],
])("the stored value %s shows as %s", (stored, shown) => {
  expect(themeAfter(stored)).toBe(shown);
});
