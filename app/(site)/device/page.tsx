import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { AuthCard } from "@/components/account/auth-card";
import { DeviceForm } from "@/components/apps/device-form";
import { requireContext } from "@/lib/auth/require";

export const metadata: Metadata = { title: "Connect a program", robots: { index: false } };

/** The page on which people type the code of a program without a browser. */
export default async function DevicePage({ searchParams }: PageProps<"/device">) {
  const code = textParameter((await searchParams).code)?.slice(0, 20) ?? "";
  const { actor } = await requireContext(code ? `/device?code=${encodeURIComponent(code)}` : "/device");
  return (
    <AuthCard title="Connect a program">
      <p className="mb-5 text-muted">
        You’re signed in as <span className="font-medium text-ink">@{actor.handle}</span>.
      </p>
      <DeviceForm code={code} />
    </AuthCard>
  );
}
