import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section, Rows } from "@/components/ui/section";
import { MAX_APPS } from "@/lib/domain/accounts/apps/rules";
import type { OwnApp } from "@/lib/domain/accounts/apps/schema";
import { AppDialog, DeleteApp, RotateAppSecret } from "./app-dialogs";
import { requestsHref } from "./request-overview";

export function AppPanel({ apps }: { apps: readonly OwnApp[] }) {
  return (
    <Section id="own-apps" title="Apps" actions={apps.length > 0 && apps.length < MAX_APPS && <AppDialog />}>
      <Rows
        of={apps}
        empty={
          <EmptyState icon="blocks" title="No apps yet" action={<AppDialog />}>
            With an app, other people let your program act for them, for as long as they like, without giving you a key.
          </EmptyState>
        }
      >
        {(app) => <AppRow key={app.id} app={app} />}
      </Rows>
    </Section>
  );
}

export function AppRow({ app }: { app: OwnApp }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{app.name}</span>
          {app.confidential && <Badge>keeps a secret</Badge>}
          {app.blocked && <Badge tone="bad">Blocked by staff</Badge>}
        </p>
        {app.blocked && (
          <p className="mt-1 wrap-anywhere">
            It can act for nobody. Blocked <RelativeTime at={app.blocked.at} />: {app.blocked.reason}
          </p>
        )}
        <p className="mt-1 flex items-center gap-1 text-13 text-muted">
          <span className="sr-only">Client ID: </span>
          <code className="font-mono break-all">{app.id}</code>
          <CopyButton text={app.id} what="client ID" />
        </p>
        <ul aria-label="Redirect URIs" className="mt-1 font-mono text-13 break-all text-muted">
          {app.redirectUris.map((uri) => (
            <li key={uri}>{uri}</li>
          ))}
        </ul>
        <p className="mt-2 text-13 text-muted">
          Registered <RelativeTime at={app.createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={requestsHref({ app: app.id, filter: {}, per: "hour" })} size="small" prefetch={false}>
          Requests
        </LinkButton>
        <AppDialog app={app} />
        {app.confidential && <RotateAppSecret app={app} />}
        <DeleteApp app={app} />
      </div>
    </li>
  );
}
