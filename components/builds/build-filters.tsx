import Link from "next/link";
import { hrefWith } from "@/components/ui/href";
import { LinkChips } from "@/components/ui/link-chips";
import type { CategoryCount } from "@/lib/domain/writing/builds/queries";
import { MAX_COUNTED } from "@/lib/domain/writing/builds/rules";

interface BuildFiltersProps {
  categories: readonly CategoryCount[];
  technologies: readonly string[];
  category: string | undefined;
  technology: string | undefined;
}

export function BuildFilters({ categories, technologies, category, technology }: BuildFiltersProps) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      <LinkChips
        label="Categories"
        chips={[
          { href: buildsHref({ technology }), label: "Everything", current: !category },
          ...categories.map(({ slug, name, builds }) => ({
            href: buildsHref({ category: slug, technology }),
            label: (
              <>
                {name}
                <span className="text-13 opacity-70">{builds < MAX_COUNTED ? builds : `${MAX_COUNTED - 1}+`}</span>
              </>
            ),
            current: category === slug,
          })),
        ]}
      />
      <nav aria-label="Made with" className="scroll-row items-center gap-1 text-13">
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

export function buildsHref(query: { category?: string; technology?: string; cursor?: string }) {
  return hrefWith("/builds", query);
}
