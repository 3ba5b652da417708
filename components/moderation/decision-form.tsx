import { Button } from "@/components/ui/button";
import { Field, Select, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Kbd } from "@/components/ui/kbd";
import { isKey } from "@/lib/client/key-press";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { DECISION_REASON_LENGTH, type ModerationAction, REPORT_REASONS } from "@/lib/domain/people/moderation/rules";
import type { Report } from "@/lib/domain/people/moderation/schema";
import { ACTION_LABELS } from "./labels";

/** In days. */
const SUSPENSIONS = [1, 7, 30, 365];

export interface Choice {
  action: ModerationAction;
  reason: string;
  until?: string;
}

interface DecisionFormProps {
  report: Report;
  actions: readonly ModerationAction[];
  /** The chosen action, which still needs a reason. */
  action: ModerationAction | null;
  onChoose: (action: ModerationAction | null) => void;
  /** Resolves to the error message, or to undefined. */
  onDecide: (choice: Choice) => Promise<string | undefined>;
}

export function DecisionForm({ report, actions, action, onChoose, onDecide }: DecisionFormProps) {
  if (!action)
    return (
      <div role="group" aria-label="Decide" className="flex flex-wrap gap-2">
        {actions.map((name) => (
          <Button key={name} size="small" aria-keyshortcuts={ACTION_LABELS[name].key} onClick={() => onChoose(name)}>
            {ACTION_LABELS[name].label}
            <span className="ml-2 pointer-coarse:hidden">
              <Kbd>{ACTION_LABELS[name].key}</Kbd>
            </span>
          </Button>
        ))}
      </div>
    );

  async function submit(entries: FormData) {
    if (!action) return;
    const days = Number(entries.get("days"));
    const message = await onDecide({
      action,
      reason: String(entries.get("reason")),
      ...(action === "suspend" && { until: new Date(Date.now() + days * DAY_MS).toISOString() }),
    });
    if (message !== undefined) return { message };
  }

  return (
    <Form
      submit={submit}
      className="grid gap-3"
      onKeyDown={(event) => {
        if (isKey(event, "Escape")) onChoose(null);
        if (!isKey(event, "Enter") || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      {action === "suspend" && (
        <Field label="For how long" name="days">
          <Select defaultValue="7" options={SUSPENSIONS.map((days) => [days, days === 1 ? "1 day" : `${days} days`])} />
        </Field>
      )}
      <Field
        label={action === "dismiss" ? "Why nothing is done" : "What the person is told"}
        name="reason"
        hint={action === "dismiss" ? "Only moderators can read it." : undefined}
      >
        <Textarea
          rows={2}
          required
          autoFocus
          maxLength={DECISION_REASON_LENGTH.max}
          defaultValue={action === "dismiss" ? "It doesn’t break the rules." : `${REPORT_REASONS[report.reason]}.`}
        />
      </Field>
      <FormError />
      <div className="flex gap-2">
        <SubmitButton>{ACTION_LABELS[action].label}</SubmitButton>
        <Button onClick={() => onChoose(null)}>Back</Button>
      </div>
    </Form>
  );
}
