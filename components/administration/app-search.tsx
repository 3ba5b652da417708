import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LinkChip } from "@/components/ui/link-chip";
import type { AppFilter } from "@/lib/domain/apps/schema";
import { MAX_QUERY } from "@/lib/domain/search/rules";
import { appsHref } from "./apps-href";

/** Searches and filters apps. Works without JavaScript. */
export function AppSearch({ filter }: { filter: AppFilter }) {
  const { q = "", blocked } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <form role="search" action="/admin/apps" className="flex gap-2">
        <span className="relative grow">
          <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            aria-label="Search name or client ID"
            placeholder="Name or client ID"
            autoComplete="off"
            minLength={3}
            maxLength={MAX_QUERY}
            className="h-(--control) w-full rounded-control border border-edge bg-surface pr-3 pl-9 placeholder:text-muted hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17"
          />
        </span>
        {blocked && <input type="hidden" name="blocked" value={blocked} />}
        <Button type="submit">Search</Button>
      </form>
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
