import type { ImportItem } from "@/lib/domain/accounts/imports/schema";

/** Whether an import is still going on. */
export const isOpen = ({ status }: ImportItem): boolean =>
  status === "uploading" || status === "waiting" || status === "running";

/** What is happening, or became of it. */
export const STATUSES: Record<ImportItem["status"], string> = {
  uploading: "Not all of it was sent",
  waiting: "Waiting to be read",
  running: "Being read",
  done: "Brought here",
  failed: "Nothing was brought",
  undone: "Undone",
};

const BROUGHT: Record<keyof ImportItem["brought"], readonly [one: string, many: string]> = {
  posts: ["post", "posts"],
  images: ["picture", "pictures"],
  comments: ["comment", "comments"],
  builds: ["build", "builds"],
  follows: ["person followed", "people followed"],
};

/** Returns what an import brought, as a text: "3 posts, 1 picture". */
export function broughtText({ brought }: ImportItem): string {
  const parts = Object.entries(BROUGHT).flatMap(([kind, [one, many]]) => {
    const count = brought[kind as keyof ImportItem["brought"]] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`];
  });
  return parts.join(", ") || "nothing that wasn’t here";
}
