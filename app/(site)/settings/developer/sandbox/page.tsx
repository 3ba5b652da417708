import type { Metadata } from "next";
import Link from "next/link";
import { SandboxPanel } from "@/components/developer/sandbox-panel";
import { Icon } from "@/components/ui/icon";
import { requireContext } from "@/lib/auth/require";
import { findOwnSandbox } from "@/lib/domain/sandboxes/queries";

export const metadata: Metadata = { title: "Sandbox" };

export default async function SandboxPage() {
  const ctx = await requireContext("/settings/developer/sandbox");
  const sandbox = await findOwnSandbox(ctx);
  return (
    <div>
      <Link
        href="/settings/developer"
        className="touch-target mb-3 inline-flex items-center gap-1.5 text-13 text-muted hover:text-ink"
      >
        <Icon name="arrow-left" className="size-4" />
        Keys, apps and webhooks
      </Link>
      <h2 className="mb-2 text-21">Sandbox</h2>
      <p className="mb-6 max-w-prose text-muted">
        A place of your own to test in, with a clock that you move.{" "}
        <a href="/docs/api/sandbox.md" className="link">
          How to use it
        </a>
        .
      </p>
      <SandboxPanel sandbox={sandbox} />
    </div>
  );
}
