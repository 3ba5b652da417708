import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import type { InputOf } from "@/lib/client/routes";
import { type ChoosableEvent, EventChoice } from "./event-choice";

interface WebhookFieldsProps {
  choosable: readonly ChoosableEvent[];
  endpoint?: Pick<EndpointOverview, "url" | "description" | "events" | "filter" | "payload">;
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
      <Checkbox
        name="payload"
        value="full"
        defaultChecked={endpoint?.payload === "full"}
        label="Send what it is about"
        hint="The post, comment or profile as it was then, beside its id."
      />
      <details open={endpoint?.filter != null}>
        <summary className="w-fit font-medium">Only some of these</summary>
        <div className="mt-3 flex flex-col gap-5">
          <Field label="About a post" name="filter.postId" hint="Its id. Leave it empty for all posts.">
            <Input autoComplete="off" spellCheck={false} defaultValue={endpoint?.filter?.postId} />
          </Field>
          <Field label="About a person" name="filter.handle" hint="Their handle. Leave it empty for everybody.">
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={endpoint?.filter?.handle}
            />
          </Field>
        </div>
      </details>
    </>
  );
}

type WebhookInput = InputOf<"POST /api/webhooks">;

/** The form's values, as the API takes them. */
export function webhookOf(entries: FormData): Required<WebhookInput> {
  const postId = String(entries.get("filter.postId")).trim() || undefined;
  const handle = String(entries.get("filter.handle")).trim() || undefined;
  return {
    url: String(entries.get("url")).trim(),
    description: String(entries.get("description")),
    payload: entries.has("payload") ? "full" : "thin",
    events: entries.getAll("events") as WebhookInput["events"],
    filter: postId === undefined && handle === undefined ? null : { postId, handle },
  };
}
