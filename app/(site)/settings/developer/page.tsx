import type { Metadata } from "next";
import Link from "next/link";
import { AppPanel } from "@/components/developer/app-panel";
import { KeyPanel } from "@/components/developer/key-panel";
import { Icon } from "@/components/ui/icon";
import { WebhookPanel } from "@/components/developer/webhook-panel";
import { requireContext } from "@/lib/auth/require";
import { listOwnApps } from "@/lib/domain/accounts/apps/queries";
import { listKeys } from "@/lib/domain/accounts/keys/queries";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { listEndpointOverviews } from "@/lib/domain/consequences/webhooks/queries";
import { choosableEvents } from "./choosable-events";

export const metadata: Metadata = { title: "Developer" };

export default async function DeveloperPage() {
  const ctx = await requireContext("/settings/developer");
  const [keys, apps, endpoints] = await Promise.all([listKeys(ctx), listOwnApps(ctx), listEndpointOverviews(ctx)]);
  return (
    <>
      <p className="max-w-prose text-muted">
        Build on {(await currentSite()).name} with the public API.{" "}
        <Link href="/docs/api" className="font-medium link">
          How it works
        </Link>
        .
      </p>
      <KeyPanel keys={keys.data} />
      <div className="-mt-8 flex flex-wrap gap-x-6">
        {keys.data.length > 0 && <More href="/settings/developer/requests">What your keys requested</More>}
        <More href="/settings/developer/sandbox">A sandbox, with test keys</More>
      </div>
      <AppPanel apps={apps.data} />
      <WebhookPanel endpoints={endpoints} choosable={choosableEvents()} />
    </>
  );
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="inline-flex min-h-11 items-center gap-1.5 link">
      {children}
      <Icon name="arrow-right" className="size-4" />
    </Link>
  );
}
