import Link from "next/link";
import { hrefWith } from "@/components/ui/href";
import { LinkChip } from "@/components/ui/link-chip";
import type { CategoryCount } from "@/lib/domain/builds/catalogue";
import { MAX_COUNTED } from "@/lib/domain/builds/rules";

interface BuildFiltersProps {
  categories: readonly CategoryCount[];
  technologies: readonly string[];
  category: string | undefined;
  technology: string | undefined;
}

/** Filters for the marketplace: by category and by technology. */
export function BuildFilters({ categories, technologies, category, technology }: BuildFiltersProps) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      <nav aria-label="Categories" className={`${ROW} gap-2`}>
        <LinkChip href={buildsHref({ technology })} current={!category}>
          Everything
        </LinkChip>
        {categories.map(({ slug, name, builds }) => (
          <LinkChip key={slug} href={buildsHref({ category: slug, technology })} current={category === slug}>
            {name}
            <span className="text-13 opacity-70">{builds < MAX_COUNTED ? builds : `${MAX_COUNTED - 1}+`}</span>
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

/** One line that scrolls sideways on a phone, to leave room for the builds. */
const ROW =
  "flex md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:[scrollbar-width:none]";

export function buildsHref(query: { category?: string; technology?: string; cursor?: string }) {
  return hrefWith("/builds", query);
}
