"use client";

import { useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Field, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";
import { ROLES, TIERS } from "@/lib/domain/deployment/administration/rules";
import type { AccountDetails } from "@/lib/domain/deployment/administration/schema";
import { ROLE_LABELS, TIER_LABELS } from "./labels";

export function RoleForm({ account: { id, role: given } }: { account: AccountDetails }) {
  const done = useDone();
  const viewer = useViewer();
  const [role, setRole] = useState(given);

  async function submit() {
    await call("PUT /api/admin/people/{id}/role", { id, role });
    // A viewer who is no longer an admin cannot see this page any more.
    done(`Saved: ${ROLE_LABELS[role].one}.`, viewer?.id === id && role !== "ADMIN" ? "/" : undefined);
  }

  return (
    <Form action="Save role" look={{ variant: "quiet" }} narrow submit={submit} className="grid content-start gap-3">
      <Field label="Role" name="role" hint={ROLE_LABELS[role].may}>
        <Select
          value={role}
          onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? given)}
          options={ROLES.map((name) => [name, ROLE_LABELS[name].one])}
        />
      </Field>
    </Form>
  );
}

export function TierForm({ account: { id, tier: given } }: { account: AccountDetails }) {
  const done = useDone();
  const [tier, setTier] = useState(given);

  async function submit() {
    await call("PUT /api/admin/people/{id}/tier", { id, tier });
    done(`Saved: ${TIER_LABELS[tier]}.`);
  }

  return (
    <Form action="Save tier" look={{ variant: "quiet" }} narrow submit={submit} className="grid content-start gap-3">
      <Field label="API tier" name="tier" hint="How many requests its API keys may make.">
        <Select
          value={tier}
          onChange={({ target }) => setTier(TIERS.find((one) => one === target.value) ?? given)}
          options={Object.entries(TIER_LABELS)}
        />
      </Field>
    </Form>
  );
}
