import Link from "next/link";
import { Voucher } from "@/components/apps/scope-list";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { MAX_COUNTED_GRANTS } from "@/lib/domain/accounts/apps/rules";
import type { ListedApp } from "@/lib/domain/accounts/apps/schema";
import { AppBlock } from "./app-block";

export function AppRow({ app }: { app: ListedApp }) {
  const { name, clientId, website, owner, vouchedBy, grants, createdAt, blocked } = app;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          {blocked && <Badge tone="bad">Blocked</Badge>}
        </p>
        <p className="mt-1 font-mono text-13 break-all text-muted">{clientId}</p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">
          <Voucher vouchedBy={vouchedBy} />{" "}
          {owner && (
            <Link href={`/admin/people/${owner.id}`} prefetch={false} className="link">
              Its developer
            </Link>
          )}
          {website && <span className="break-all"> {website}</span>}
        </p>
        <p className="mt-1 text-13 text-muted">
          Registered <RelativeTime at={createdAt} />
          {" · "}
          {grants === MAX_COUNTED_GRANTS ? `${grants} or more authorizations` : `authorizations: ${grants}`}
        </p>
        {blocked && (
          <p className="mt-2 wrap-anywhere">
            Blocked <RelativeTime at={blocked.at} />: {blocked.reason}
          </p>
        )}
      </div>
      <AppBlock app={app} />
    </li>
  );
}
