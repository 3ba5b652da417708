import { toastStore } from "@/components/ui/toast-store";

/** Copies the absolute URL of one of our pages, and says so. */
export async function copyLink(path: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  const copied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  toastStore.add(
    copied ? { text: "Link copied.", tone: "good" } : { text: `Copy the link from here: ${url}`, tone: "plain" },
  );
  return copied;
}
