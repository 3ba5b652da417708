import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";
import { FilterChips } from "@/components/ui/link-chips";
import type { AccountFilter } from "@/lib/domain/deployment/administration/schema";
import type { AppFilter } from "@/lib/domain/accounts/apps/schema";
import { ROLES } from "@/lib/domain/deployment/administration/rules";
import { ACCOUNT_STANDINGS } from "@/lib/domain/accounts/users/rules";
import { ROLE_LABELS, STANDING_LABELS, TIER_LABELS } from "./labels";

interface SearchFormProps {
  action: string;
  /** What the search covers, in lower case: "handle, name or mail address". */
  what: string;
  q: string;
  minLength?: number;
  /** The other filters, which the search keeps. */
  filters: Record<string, string | undefined>;
}

/** The search field above a list of the administration. Works without JavaScript. */
export function SearchForm({ action, what, q, minLength, filters }: SearchFormProps) {
  return (
    <form role="search" action={action} className="flex gap-2">
      <span className="relative grow">
        <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          aria-label={`Search ${what}`}
          placeholder={what.charAt(0).toUpperCase() + what.slice(1)}
          autoComplete="off"
          minLength={minLength}
          maxLength={MAX_QUERY}
          className="h-(--control) w-full rounded-control border border-edge bg-surface pr-3 pl-9 placeholder:text-muted hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17"
        />
      </span>
      {Object.entries(filters).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit">Search</Button>
    </form>
  );
}

export function PeopleSearch({ filter }: { filter: AccountFilter }) {
  const { q = "", role, standing, tier } = filter;
  const chips = { path: "/admin/people", filter: { ...filter } };
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action="/admin/people" what="handle, name or mail address" q={q} filters={{ role, standing, tier }} />
      <FilterChips
        {...chips}
        label="Role"
        name="role"
        all="Everybody"
        options={ROLES.map((name) => [name, ROLE_LABELS[name].many])}
      />
      <FilterChips
        {...chips}
        label="Standing"
        name="standing"
        all="Any standing"
        options={ACCOUNT_STANDINGS.map((name) => [name, STANDING_LABELS[name].label])}
      />
      <FilterChips {...chips} label="Tier" name="tier" all="Any tier" options={Object.entries(TIER_LABELS)} />
    </div>
  );
}

export function AppSearch({ filter }: { filter: AppFilter }) {
  const { q = "", blocked } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action="/admin/apps" what="name or client ID" q={q} minLength={3} filters={{ blocked }} />
      <FilterChips
        label="State"
        path="/admin/apps"
        filter={{ ...filter }}
        name="blocked"
        all="All"
        options={[["true", "Blocked"]]}
      />
    </div>
  );
}
