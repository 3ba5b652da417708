import { PersonLine } from "@/components/profile/person-line";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ListedAccount } from "@/lib/domain/administration/schema";
import { AccountBadges } from "./account-badges";

/** An account in a list, which leads to its page for admins. */
export function AccountRow({ account }: { account: ListedAccount }) {
  return (
    <PersonLine
      person={account}
      href={`/admin/people/${account.id}`}
      badges={<AccountBadges account={account} />}
      detail={[`@${account.handle}`, account.email].filter(Boolean).join(" · ")}
    >
      <RelativeTime at={account.createdAt} />
    </PersonLine>
  );
}
