import type { Metadata } from "next";
import Link from "next/link";
import { Copying } from "@/components/api-docs/copying";
import { EventCatalog } from "@/components/api-docs/event-catalog";
import { Wide } from "@/components/shell/wide";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/page-heading";
import { reference } from "@/app/(site)/docs/reference";

export const metadata: Metadata = {
  title: "Events",
  description: "Every event that Pegboard's webhooks deliver: what fires it, and what is sent.",
};

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
        What your account does, in the app or through the API, is posted to your webhooks like this. The bodies are the
        whole of what is sent;{" "}
        <Link href="/docs/api#receiver" className="link">
          signatures
        </Link>{" "}
        stand in the headers.
      </PageHeading>
      <EventCatalog events={reference().events} />
      <Copying />
    </Wide>
  );
}
