import { expect, test } from "vitest";
import { toastStore } from "@/components/ui/toast-store";

test("what is said already is said anew, not twice", () => {
  toastStore.add({ text: "You are offline.", tone: "bad" });
  const [first] = toastStore.read();
  toastStore.add({ text: "Something else", tone: "plain" });
  toastStore.add({ text: "You are offline.", tone: "bad" });
  expect(toastStore.read().map(({ text }) => text)).toEqual(["Something else", "You are offline."]);
  expect(toastStore.read().at(-1)?.id).not.toBe(first?.id);
});
