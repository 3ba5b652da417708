"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Field, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { ROLES, TIERS } from "@/lib/domain/administration/rules";
import type { AccountDetails } from "@/lib/domain/administration/schema";
import { ROLE_LABELS, TIER_LABELS } from "./labels";

/** Changes an account's role. */
export function RoleForm({ account: { id, role: given } }: { account: AccountDetails }) {
  const router = useRouter();
  const viewer = useViewer();
  const [role, setRole] = useState(given);

  async function submit() {
    await call("PUT /api/admin/people/{id}/role", { id, role });
    toastStore.add({ text: `Saved: ${ROLE_LABELS[role].one}.`, tone: "good" });
    // A viewer who is no longer an admin cannot see this page any more.
    if (viewer?.id === id && role !== "ADMIN") router.push("/");
    router.refresh();
  }

  return (
    <Form action="Save role" look={{ variant: "quiet" }} narrow submit={submit} className="grid content-start gap-3">
      <Field label="Role" name="role" hint={ROLE_LABELS[role].may}>
        <Select value={role} onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? given)}>
          {ROLES.map((name) => (
            <option key={name} value={name}>
              {ROLE_LABELS[name].one}
            </option>
          ))}
        </Select>
      </Field>
    </Form>
  );
}

/** Changes how many requests an account's API keys may make. */
export function TierForm({ account: { id, tier: given } }: { account: AccountDetails }) {
  const router = useRouter();
  const [tier, setTier] = useState(given);

  async function submit() {
    await call("PUT /api/admin/people/{id}/tier", { id, tier });
    toastStore.add({ text: `Saved: ${TIER_LABELS[tier]}.`, tone: "good" });
    router.refresh();
  }

  return (
    <Form action="Save tier" look={{ variant: "quiet" }} narrow submit={submit} className="grid content-start gap-3">
      <Field label="API tier" name="tier" hint="How many requests its API keys may make.">
        <Select value={tier} onChange={({ target }) => setTier(TIERS.find((one) => one === target.value) ?? given)}>
          {TIERS.map((name) => (
            <option key={name} value={name}>
              {TIER_LABELS[name]}
            </option>
          ))}
        </Select>
      </Field>
    </Form>
  );
}
