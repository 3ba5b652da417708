import { hrefWith } from "@/components/ui/href";
import { LinkChips } from "@/components/ui/link-chips";
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
      <LinkChips
        label="Role"
        chips={[undefined, ...ROLES].map((name) => ({
          href: hrefWith(PATH, { ...filter, role: name }),
          label: name ? ROLE_LABELS[name].many : "Everybody",
          current: role === name,
        }))}
      />
      <LinkChips
        label="Standing"
        chips={[undefined, ...ACCOUNT_STANDINGS].map((name) => ({
          href: hrefWith(PATH, { ...filter, standing: name }),
          label: name ? STANDING_LABELS[name].label : "Any standing",
          current: standing === name,
        }))}
      />
      <LinkChips
        label="Tier"
        chips={[undefined, ...TIERS].map((name) => ({
          href: hrefWith(PATH, { ...filter, tier: name }),
          label: name ? TIER_LABELS[name] : "Any tier",
          current: tier === name,
        }))}
      />
    </div>
  );
}
