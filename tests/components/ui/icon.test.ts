import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICON_NAMES } from "@/components/ui/icon-names";
import { filesBelow } from "@/tests/architecture/imports";

test("the icon file contains exactly the named icons", () => {
  const drawn = [...readFileSync("components/ui/icons.svg", "utf8").matchAll(/<symbol id="([^"]+)"/g)];
  expect(
    drawn.map(([, name]) => name),
    "npx tsx scripts/collect-icons.ts",
  ).toEqual([...ICON_NAMES]);
});

test("every icon is used", () => {
  const files = [...filesBelow("app"), ...filesBelow("components")].filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith("icon-names.ts"),
  );
  const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(ICON_NAMES.filter((name) => !source.includes(`"${name}"`))).toEqual([]);
});
