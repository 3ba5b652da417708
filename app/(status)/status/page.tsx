import type { Metadata } from "next";
import { HealthBadge } from "@/components/status/health-badge";
import { IncidentRow } from "@/components/status/incident-row";
import { StatusSummary } from "@/components/status/status-summary";
import { EmptyNote, PageHeading, Rows, Section } from "@/components/ui/section";
import { INCIDENT_RETENTION_DAYS } from "@/lib/domain/deployment/incidents/rules";
import { readStatus } from "@/lib/monitoring/status";

export const metadata: Metadata = { title: "Status", alternates: { canonical: "/status" } };

export default async function StatusPage() {
  const { status, checkedAt, parts, incidents } = await readStatus();
  return (
    <>
      <PageHeading title="Status" />
      <StatusSummary status={status} checkedAt={checkedAt} />
      <Section id="parts" title="Parts" className="mb-8">
        <Rows of={parts}>
          {({ part, name, status }) => (
            <li key={part} className="flex items-baseline justify-between gap-3 px-4 py-2.5">
              <span className="font-medium">{name}</span>
              <HealthBadge status={status} />
            </li>
          )}
        </Rows>
      </Section>
      <Section id="incidents" title="Last incidents">
        {incidents ? (
          <Rows
            of={incidents}
            empty={<EmptyNote icon="circle-check" text={`No trouble in the last ${INCIDENT_RETENTION_DAYS} days.`} />}
          >
            {(incident) => <IncidentRow key={`${incident.part} ${incident.startedAt}`} {...incident} />}
          </Rows>
        ) : (
          <EmptyNote
            icon="database"
            text="Earlier incidents are in the database, and can be read again when it is back."
          />
        )}
      </Section>
      <p className="mt-6 text-13 text-muted">
        For programs:{" "}
        <a href="/api/health/status" className="link">
          the same as JSON
        </a>
        .
      </p>
    </>
  );
}
