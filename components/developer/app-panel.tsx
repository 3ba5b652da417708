import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { MAX_APPS } from "@/lib/domain/apps/rules";
import { Section } from "@/components/ui/section";
import type { OwnApp } from "@/lib/domain/apps/schema";
import { AppDialog } from "./app-dialog";
import { AppRow } from "./app-row";

/** The apps that the viewer registered. */
export function AppPanel({ apps }: { apps: readonly OwnApp[] }) {
  return (
    <Section id="own-apps" title="Apps" actions={apps.length > 0 && apps.length < MAX_APPS && <AppDialog />}>
      {apps.length === 0 ? (
        <EmptyState icon={<Icon name="blocks" />} title="No apps yet" action={<AppDialog />}>
          With an app, other people let your program act for them, for as long as they like, without giving you a key.
        </EmptyState>
      ) : (
        <ul className="rows">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </Section>
  );
}
