import { expect, test } from "vitest";
import { toastStore } from "@/components/ui/toast-store";

test("a text that is already shown is restarted, not shown twice", () => {
  toastStore.add({ text: "You’re offline.", tone: "bad" });
  const [first] = toastStore.getState();
  toastStore.add({ text: "Something else", tone: "plain" });
  toastStore.add({ text: "You’re offline.", tone: "bad" });
  expect(toastStore.getState().map(({ text }) => text)).toEqual(["Something else", "You’re offline."]);
  expect(toastStore.getState().at(-1)?.id).not.toBe(first?.id);
});
