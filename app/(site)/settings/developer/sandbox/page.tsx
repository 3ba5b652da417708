import type { Metadata } from "next";
import { BackToDeveloper } from "@/components/developer/back-to-developer";
import { SandboxPanel } from "@/components/developer/sandbox-panel";
import { requireContext } from "@/lib/auth/require";
import { findOwnSandbox } from "@/lib/domain/accounts/sandboxes/queries";

export const metadata: Metadata = { title: "Sandbox" };

export default async function SandboxPage() {
  const ctx = await requireContext("/settings/developer/sandbox");
  const sandbox = await findOwnSandbox(ctx);
  return (
    <div>
      <BackToDeveloper />
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
