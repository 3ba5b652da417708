"use client";

import { useState } from "react";
import { useDone } from "@/components/shell/use-done";
import { Checkbox } from "@/components/ui/checkbox";
import { Form } from "@/components/ui/form";
import { TableHead } from "@/components/ui/table-head";
import { call } from "@/lib/client/call";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/lib/domain/consequences/notifications/rules";
import type { NotificationSettings } from "@/lib/domain/consequences/notifications/schema";
import { KIND_LABELS } from "./kind-labels";
import { chosenQuietHours, QuietHoursFields } from "./quiet-hours-fields";

interface NotificationSettingsFormProps {
  settings: NotificationSettings;
  /** Whether this deployment pushes. */
  hasPush: boolean;
}

export function NotificationSettingsForm({ settings, hasPush }: NotificationSettingsFormProps) {
  const done = useDone();
  const [site, setSite] = useState(settings.site);

  async function submit(entries: FormData) {
    const chosen = (place: string, kinds: readonly NotificationKind[]) =>
      Object.fromEntries(kinds.map((kind) => [kind, entries.has(`${place}.${kind}`)]));
    // What is off on the site keeps its choice for push.
    const pushed = NOTIFICATION_KINDS.filter((kind) => site[kind]);
    await call("PATCH /api/notifications/settings", {
      site: chosen("site", NOTIFICATION_KINDS),
      ...(hasPush && { push: chosen("push", pushed), ...chosenQuietHours(entries) }),
    });
    done("Saved.");
  }

  return (
    <Form action="Save" narrow submit={submit} className="flex flex-col gap-6">
      <table className="w-full">
        <TableHead
          columns={[
            ["Kind"],
            ["On the site", "w-24 text-center"],
            ...(hasPush ? ([["Push", "w-16 text-center"]] as const) : []),
          ]}
        />
        <tbody className="divide-y divide-line">
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind} className="*:py-2.5">
              <th scope="row" className="pr-4 text-left font-normal">
                {KIND_LABELS[kind].label}
                {KIND_LABELS[kind].hint && <span className="block text-13 text-muted">{KIND_LABELS[kind].hint}</span>}
              </th>
              <td>
                <Checkbox
                  hideLabel
                  name={`site.${kind}`}
                  label={`${KIND_LABELS[kind].label} on the site`}
                  defaultChecked={settings.site[kind]}
                  onChange={({ currentTarget }) => setSite({ ...site, [kind]: currentTarget.checked })}
                />
              </td>
              {hasPush && (
                <td>
                  <Checkbox
                    hideLabel
                    name={`push.${kind}`}
                    label={`Push ${KIND_LABELS[kind].label.toLowerCase()}`}
                    defaultChecked={settings.push[kind]}
                    disabled={!site[kind]}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasPush && <QuietHoursFields settings={settings} />}
    </Form>
  );
}
