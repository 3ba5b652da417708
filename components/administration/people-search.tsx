import { Icon } from "@/components/ui/icon";
import { Button } from "@/components/ui/button";
import { LinkChip } from "@/components/ui/link-chip";
import { ROLES, TIERS } from "@/lib/domain/administration/rules";
import { STANDINGS } from "@/lib/domain/users/rules";
import type { AccountFilter } from "@/lib/domain/administration/schema";
import { MAX_QUERY } from "@/lib/domain/search/rules";
import { ROLE_LABELS, STANDING_LABELS, TIER_LABELS } from "./labels";
import { peopleHref } from "./people-href";

/** Searches and filters accounts. Works without JavaScript. */
export function PeopleSearch({ filter }: { filter: AccountFilter }) {
  const { q = "", role, standing, tier } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <form role="search" action="/admin/people" className="flex gap-2">
        <span className="relative grow">
          <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            aria-label="Search handle, name or mail address"
            placeholder="Handle, name or mail address"
            autoComplete="off"
            maxLength={MAX_QUERY}
            className="h-(--control) w-full rounded-control border border-edge bg-surface pr-3 pl-9 placeholder:text-muted hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17"
          />
        </span>
        {Object.entries({ role, standing, tier }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button type="submit">Search</Button>
      </form>
      <nav aria-label="Role" className={ROW}>
        {[undefined, ...ROLES].map((name) => (
          <LinkChip key={name ?? "any"} href={peopleHref({ ...filter, role: name })} current={role === name}>
            {name ? ROLE_LABELS[name].many : "Everybody"}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Standing" className={ROW}>
        {[undefined, ...STANDINGS].map((name) => (
          <LinkChip key={name ?? "any"} href={peopleHref({ ...filter, standing: name })} current={standing === name}>
            {name ? STANDING_LABELS[name].label : "Any standing"}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Tier" className={ROW}>
        {[undefined, ...TIERS].map((name) => (
          <LinkChip key={name ?? "any"} href={peopleHref({ ...filter, tier: name })} current={tier === name}>
            {name ? TIER_LABELS[name] : "Any tier"}
          </LinkChip>
        ))}
      </nav>
    </div>
  );
}

/** One line that scrolls sideways on a phone. */
const ROW =
  "flex gap-2 md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:[scrollbar-width:none]";
