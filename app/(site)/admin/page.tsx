import type { Metadata } from "next";
import Link from "next/link";
import { bytesText, Figures, MAIL_LABELS, Row } from "@/components/administration/overview-figures";
import { RestoreDrills } from "@/components/administration/restore-drills";
import { HealthBadge } from "@/components/status/health-badge";
import { Section, Rows } from "@/components/ui/section";
import { Badge } from "@/components/ui/badge";
import { spanText } from "@/components/ui/span-text";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import { requireAdminPage } from "@/lib/auth/require";
import { PARTS } from "@/lib/domain/deployment/incidents/rules";
import { readOverview } from "@/lib/monitoring/overview";

export const metadata: Metadata = { title: "Administration" };

export default async function AdminPage() {
  const ctx = await requireAdminPage("/admin");
  const { health, deliveries, failingEndpoints, mail, drills, storage, release, migrations } = await readOverview(ctx);
  const { media } = storage;
  return (
    <>
      <Section id="health" title="Health">
        <Rows of={health} empty="No health checks.">
          {({ part, status, detail }) => (
            <Row key={part}>
              <span className="font-medium">{PARTS[part]}</span>
              {detail && <span className="text-13 text-muted">{detail}</span>}
              <HealthBadge status={status} className="ml-auto" />
            </Row>
          )}
        </Rows>
      </Section>
      <Section id="queue" title="Queues">
        <Figures
          figures={[
            { term: "Deliveries waiting", value: formatNumber(deliveries.pending) },
            { term: "Longest wait", value: deliveries.lagMs === 0 ? "Nothing is due" : spanText(deliveries.lagMs) },
            { term: "Mail", value: MAIL_LABELS[mail.kind] },
            { term: "Letters waiting", value: formatNumber(mail.pending) },
            {
              term: "Oldest letter",
              value: mail.oldestAt ? <RelativeTime at={mail.oldestAt.toISOString()} /> : "None",
            },
            { term: `Failed of the last ${formatNumber(mail.lookedAt)}`, value: formatNumber(mail.failed) },
          ]}
        />
      </Section>
      <Section id="failing" title="Failing endpoints">
        <Rows of={failingEndpoints} empty="Every webhook endpoint answered at its last attempt.">
          {(endpoint) => (
            <Row key={endpoint.id}>
              <span className="min-w-0 font-medium break-all">{endpoint.host}</span>
              <Link
                href={`/admin/people/${endpoint.ownerId}`}
                prefetch={false}
                className="text-13 text-muted hover:underline"
              >
                @{endpoint.handle}
              </Link>
              <span className="text-13 text-muted">{formatNumber(endpoint.failureCount)} failures in a row</span>
              {!endpoint.enabled && (
                <Badge tone="bad" className="ml-auto">
                  Disabled
                </Badge>
              )}
            </Row>
          )}
        </Rows>
      </Section>
      <Section id="deliveries" title="Last deliveries">
        <Rows of={deliveries.recent} empty="Nothing has been delivered yet.">
          {(delivery) => (
            <Row key={delivery.id}>
              <span className="font-medium">{delivery.event}</span>
              <span className="min-w-0 text-13 break-all text-muted">
                @{delivery.handle} · {delivery.host} · {delivery.status}
              </span>
              <RelativeTime at={delivery.createdAt} className="ml-auto text-13 text-muted" />
            </Row>
          )}
        </Rows>
      </Section>
      <Section id="backups" title="Backups">
        <RestoreDrills {...drills} />
      </Section>
      <Section id="storage" title="Storage">
        <Figures
          figures={[
            { term: "Database", value: bytesText(storage.databaseBytes) },
            { term: "Images", value: `${media.isEstimate ? "about " : ""}${bytesText(media.bytes)}` },
            {
              term: "Image files",
              value: `${media.isEstimate ? "about " : ""}${formatNumber(Math.round(media.files))}`,
            },
            ...(storage.freeBytes === null ? [] : [{ term: "Free for images", value: bytesText(storage.freeBytes) }]),
            ...storage.tables.map(({ name, bytes }) => ({ term: `Table ${name}`, value: bytesText(bytes) })),
          ]}
        />
      </Section>
      <Section id="versions" title="Versions">
        <Figures
          figures={[
            { term: "Pegboard", value: release.version },
            { term: "Commit", value: release.commit?.slice(0, 10) ?? "Unknown" },
            { term: "Node.js", value: release.node },
            { term: "PostgreSQL", value: release.postgres },
            { term: "Worker processes", value: release.workers },
            { term: "Migrations", value: `${migrations.applied} applied, ${migrations.pending.length} pending` },
          ]}
        />
      </Section>
    </>
  );
}
