import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { InputOf } from "@/lib/client/routes";
import { type ChoosableEvent, EventChoice } from "./event-choice";

interface WebhookFieldsProps {
  choosable: readonly ChoosableEvent[];
  endpoint?: { url: string; description: string; events: readonly string[] };
}

/** The fields of a webhook, to add and to edit one. */
export function WebhookFields({ choosable, endpoint }: WebhookFieldsProps) {
  return (
    <>
      <Field label="URL" name="url" hint="A public HTTPS address of your server.">
        <Input
          required
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={endpoint?.url}
        />
      </Field>
      <Field label="Label" name="description" hint="Just for you: “production”, “chat bot”.">
        <Input autoComplete="off" defaultValue={endpoint?.description} />
      </Field>
      <EventChoice choosable={choosable} chosen={endpoint?.events} />
    </>
  );
}

type WebhookInput = InputOf<"POST /api/webhooks">;

/** The form's values, as the API takes them. */
export function webhookOf(entries: FormData): Required<WebhookInput> {
  return {
    url: String(entries.get("url")).trim(),
    description: String(entries.get("description")),
    events: entries.getAll("events") as WebhookInput["events"],
  };
}
