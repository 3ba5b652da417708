import type { Metadata } from "next";
import Link from "next/link";
import { CopyHandler } from "@/components/api-docs/copy-handler";
import { Wide, PageHeading } from "@/components/ui/section";
import { LinkButton } from "@/components/ui/button";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { reference } from "@/lib/openapi/reference";
import type { DocumentedEvent } from "@/lib/openapi/operations";
import { Anchor, Prose } from "@/components/api-docs/prose";
import { CodeCard, Json } from "@/components/api-docs/code";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSite();
  return {
    title: "Events",
    description: `Every event that webhooks of ${name} deliver: when it fires, and what is sent.`,
  };
}

export default function EventsPage() {
  return (
    <Wide>
      <PageHeading
        title="Events"
        actions={
          <LinkButton href="/settings/developer#webhooks" variant="primary">
            Add a webhook
          </LinkButton>
        }
      >
        Everything your account does, in the app or through the API, is sent to your webhooks like this, and, for those
        that ask for <code className="font-mono">incoming.*</code>, what others do to it. These are whole request
        bodies; the{" "}
        <Link href="/docs/api#receiver" className="link">
          signatures
        </Link>{" "}
        are in the headers. <code className="font-mono">resource</code> comes with{" "}
        <code className="font-mono">payload: full</code>, <code className="font-mono">test</code> with what you
        triggered, and <code className="font-mono">livemode</code> from a sandbox alone.
      </PageHeading>
      <EventCatalog events={reference().events} />
      <CopyHandler />
    </Wide>
  );
}

function EventCatalog({ events }: { events: readonly DocumentedEvent[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {events.map(({ name, summary, example }) => (
        <section key={name} aria-labelledby={name} className="grid gap-x-10 gap-y-4 py-7 wide:grid-cols-2">
          <div>
            <Anchor id={name} as="h2" className="font-mono! text-17">
              {name}
            </Anchor>
            <p className="mt-1 max-w-prose text-muted">
              <Prose text={summary} />
            </p>
          </div>
          <CodeCard title="Request body">
            <Json value={example} />
          </CodeCard>
        </section>
      ))}
    </div>
  );
}
