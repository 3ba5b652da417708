import { hrefWith } from "@/components/ui/href";
import { LinkChip } from "@/components/ui/link-chip";
import type { AppFilter } from "@/lib/domain/apps/schema";
import { SearchForm } from "./search-form";

const PATH = "/admin/apps";

/** Searches and filters apps. */
export function AppSearch({ filter }: { filter: AppFilter }) {
  const { q = "", blocked } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action={PATH} what="name or client ID" q={q} minLength={3} filters={{ blocked }} />
      <nav aria-label="State" className="flex gap-2">
        <LinkChip href={hrefWith(PATH, { q })} current={!blocked}>
          All
        </LinkChip>
        <LinkChip href={hrefWith(PATH, { q, blocked: "true" })} current={blocked !== undefined}>
          Blocked
        </LinkChip>
      </nav>
    </div>
  );
}
