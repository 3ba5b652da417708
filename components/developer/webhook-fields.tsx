import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ChoosableEvent, EventChoice } from "./event-choice";

interface WebhookFieldsProps {
  choosable: readonly ChoosableEvent[];
  endpoint?: { url: string; description: string; events: readonly string[] };
}

/** What there is to say about an endpoint, when it is added and when it is changed. */
export function WebhookFields({ choosable, endpoint }: WebhookFieldsProps) {
  return (
    <>
      <Field label="URL" name="url" hint="An HTTPS address of yours that the internet can reach.">
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
      <Field label="Label" name="description" hint="For yourself: “production”, “chat bot”.">
        <Input autoComplete="off" defaultValue={endpoint?.description} />
      </Field>
      <EventChoice choosable={choosable} chosen={endpoint?.events} />
    </>
  );
}

/** What was filled in, as the API takes it. */
export function webhookOf(entries: FormData) {
  return {
    url: String(entries.get("url")).trim(),
    description: String(entries.get("description")),
    events: entries.getAll("events").map(String),
  };
}
