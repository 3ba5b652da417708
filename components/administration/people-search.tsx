import { hrefWith } from "@/components/ui/href";
import { LinkChip } from "@/components/ui/link-chip";
import { ROLES, TIERS } from "@/lib/domain/administration/rules";
import { ACCOUNT_STANDINGS } from "@/lib/domain/users/rules";
import type { AccountFilter } from "@/lib/domain/administration/schema";
import { ROLE_LABELS, STANDING_LABELS, TIER_LABELS } from "./labels";
import { SearchForm } from "./search-form";

const PATH = "/admin/people";

/** Searches and filters accounts. */
export function PeopleSearch({ filter }: { filter: AccountFilter }) {
  const { q = "", role, standing, tier } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <SearchForm action={PATH} what="handle, name or mail address" q={q} filters={{ role, standing, tier }} />
      <nav aria-label="Role" className={ROW}>
        {[undefined, ...ROLES].map((name) => (
          <LinkChip key={name ?? "any"} href={hrefWith(PATH, { ...filter, role: name })} current={role === name}>
            {name ? ROLE_LABELS[name].many : "Everybody"}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Standing" className={ROW}>
        {[undefined, ...ACCOUNT_STANDINGS].map((name) => (
          <LinkChip
            key={name ?? "any"}
            href={hrefWith(PATH, { ...filter, standing: name })}
            current={standing === name}
          >
            {name ? STANDING_LABELS[name].label : "Any standing"}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Tier" className={ROW}>
        {[undefined, ...TIERS].map((name) => (
          <LinkChip key={name ?? "any"} href={hrefWith(PATH, { ...filter, tier: name })} current={tier === name}>
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
