import { toastStore } from "@/components/ui/toast-store";

/** Puts the whole address of one of our pages on the clipboard, and says so. */
export async function copyAddress(path: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  const copied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  toastStore.add(
    copied ? { text: "The address is copied.", tone: "good" } : { text: `Copy it from here: ${url}`, tone: "plain" },
  );
  return copied;
}
