import { hrefWith } from "@/components/ui/href";
import { LinkChips } from "@/components/ui/link-chips";
import type { AppFilter } from "@/lib/domain/apps/schema";
import { SearchForm } from "./search-form";

const PATH = "/admin/apps";

/** Searches and filters apps. */
export function AppSearch({ filter }: { filter: AppFilter }) {
  const { q = "", blocked } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action={PATH} what="name or client ID" q={q} minLength={3} filters={{ blocked }} />
      <LinkChips
        label="State"
        chips={[
          { href: hrefWith(PATH, { q }), label: "All", current: !blocked },
          { href: hrefWith(PATH, { q, blocked: "true" }), label: "Blocked", current: blocked !== undefined },
        ]}
      />
    </div>
  );
}
