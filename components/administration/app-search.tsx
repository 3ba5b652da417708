import { LinkChip } from "@/components/ui/link-chip";
import type { AppFilter } from "@/lib/domain/apps/schema";
import { appsHref } from "./apps-href";
import { SearchForm } from "./search-form";

/** Searches and filters apps. */
export function AppSearch({ filter }: { filter: AppFilter }) {
  const { q = "", blocked } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action="/admin/apps" what="name or client ID" q={q} minLength={3} filters={{ blocked }} />
      <nav aria-label="State" className="flex gap-2">
        <LinkChip href={appsHref({ q })} current={!blocked}>
          All
        </LinkChip>
        <LinkChip href={appsHref({ q, blocked: "true" })} current={blocked !== undefined}>
          Blocked
        </LinkChip>
      </nav>
    </div>
  );
}
