import Link from "next/link";
import { restingChipStyle } from "@/components/ui/chip-style";
import type { ListedTag } from "@/lib/domain/writing/tags/schema";
import { tagHref } from "./tag-href";

/** Tags in one or more lines, each a link to its posts. */
export function TagLinks({ tags, label }: { tags: readonly ListedTag[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {tags.map(({ tag, name }) => (
        <li key={tag} className="min-w-0">
          <Link href={tagHref(tag)} prefetch={false} dir="auto" className={`${restingChipStyle} max-w-full text-brand`}>
            <span className="truncate">#{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
