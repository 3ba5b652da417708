"use client";

import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Icon } from "@/components/ui/icon";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

const STEPS = [
  { value: "0", label: "Not at all", hint: "Only delivers what is due now." },
  { value: "3600", label: "An hour" },
  { value: "43200", label: "Twelve hours", hint: "All six attempts of a webhook." },
  { value: "86400", label: "A day", hint: "The quests of tomorrow." },
  { value: "2592000", label: "Thirty days" },
];

const deliveriesMade = (attempts: number) =>
  attempts === 0
    ? "Nothing was to be delivered."
    : attempts === 1
      ? "One delivery was attempted."
      : `${attempts} deliveries were attempted.`;

/** Advances the sandbox's clock. */
export function AdvanceClock() {
  async function submit(entries: FormData) {
    const seconds = Number(entries.get("seconds"));
    const { attempts, isComplete } = await call("POST /api/sandbox/advance", { seconds });
    const rest = isComplete ? "" : " There is more to do: move it on.";
    toastStore.add({ tone: "good", text: `The clock has moved. ${deliveriesMade(attempts)}${rest}` });
  }

  return (
    <FormDialog
      title="Move the clock forward"
      trigger={
        <Button variant="primary">
          <Icon name="hourglass" />
          Move the clock
        </Button>
      }
      submit={submit}
      action="Move it"
    >
      <RadioCards legend="By how much" name="seconds" cards={STEPS} defaultValue="3600" />
      <p className="text-13 text-muted">Whatever becomes due on the way is done at its own time.</p>
    </FormDialog>
  );
}
