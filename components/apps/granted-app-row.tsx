"use client";

import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime, TimeOr } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import type { GrantedApp } from "@/lib/domain/accounts/apps/schema";
import { ScopeList, Voucher } from "./scope-list";

export function GrantedAppRow({ app }: { app: GrantedApp }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {app.website ? (
            <a href={app.website} target="_blank" rel="noopener noreferrer nofollow" className="link">
              {app.name}
            </a>
          ) : (
            app.name
          )}
        </p>
        {app.blocked && (
          <p className="mt-1">
            <Badge tone="bad">Blocked by staff</Badge> It can’t do anything just now.
          </p>
        )}
        <p className="mt-1 text-13 text-muted">
          <Voucher vouchedBy={app.vouchedBy} />
        </p>
        <p className="mt-1 mb-3 text-13 text-muted">
          Allowed <RelativeTime at={app.createdAt} />
          {" · "}
          <TimeOr at={app.lastUsedAt} label="last used" none="never used" />
        </p>
        <ScopeList scopes={app.scopes} />
      </div>
      <ConfirmDialog
        title={`End what “${app.name}” may do?`}
        action="Revoke"
        danger
        onConfirm={() => call("DELETE /api/account/apps/{id}", { id: app.id })}
        refreshes
        trigger={{ label: "Revoke", size: "small", name: `Revoke “${app.name}”` }}
      >
        It can no longer act for you, on any device. You can allow it again.
      </ConfirmDialog>
    </li>
  );
}
