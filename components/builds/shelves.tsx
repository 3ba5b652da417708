import Link from "next/link";
import { LinkChip } from "@/components/ui/link-chip";
import type { Shelf } from "@/lib/domain/builds/catalogue";
import { MOST_COUNTED } from "@/lib/domain/builds/rules";

interface ShelvesProps {
  shelves: readonly Shelf[];
  technologies: readonly string[];
  category: string | undefined;
  technology: string | undefined;
}

/** The ways to narrow the marketplace: by what a build is for, and by what it is made with. */
export function Shelves({ shelves, technologies, category, technology }: ShelvesProps) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      <nav aria-label="Categories" className={`${ROW} gap-2`}>
        <LinkChip href={buildsHref({ technology })} current={!category}>
          Everything
        </LinkChip>
        {shelves.map(({ slug, name, builds }) => (
          <LinkChip key={slug} href={buildsHref({ category: slug, technology })} current={category === slug}>
            {name}
            <span className="text-13 opacity-70">{builds < MOST_COUNTED ? builds : `${MOST_COUNTED - 1}+`}</span>
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Made with" className={`${ROW} items-center gap-1 text-13`}>
        <span className="mr-1 shrink-0 text-muted">Made with</span>
        {technologies.map((name) => {
          const current = technology?.toLowerCase() === name.toLowerCase();
          return (
            <Link
              key={name}
              href={buildsHref({ category, technology: current ? undefined : name })}
              aria-current={current || undefined}
              className="touch-target shrink-0 rounded-full px-2 py-1 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-medium aria-[current]:text-brand"
            >
              {name}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}

/** On a phone one line that is pushed sideways, for the builds are what people came for. */
const ROW =
  "flex md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:[scrollbar-width:none]";

export function buildsHref(query: { category?: string; technology?: string; cursor?: string }) {
  const asked = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return asked.size > 0 ? `/builds?${asked}` : "/builds";
}
