import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import {
  MAX_REPORT_COMMENT,
  REASON_NAMES,
  REPORT_REASONS,
  type ReportReason,
} from "@/lib/domain/people/moderation/rules";
import { SUBJECT_LABELS, type ReportedSubject } from "./labels";

export default function ReportDialog({ subject, onClose }: { subject: ReportedSubject; onClose: () => void }) {
  async function submit(entries: FormData) {
    await call("POST /api/reports", {
      subject,
      reason: String(entries.get("reason")) as ReportReason,
      comment: String(entries.get("comment")),
    });
    toastStore.add({ text: "Thank you. A moderator will look at it.", tone: "good" });
    onClose();
  }

  return (
    <Dialog
      title={`Report this ${SUBJECT_LABELS[subject.type]}`}
      description="Only moderators see your report. Its author isn’t told who sent it."
      open
      onOpenChange={(open) => !open && onClose()}
      closesOutside={false}
    >
      <Form action="Send report" submit={submit} className="flex flex-col gap-5">
        <RadioCards
          legend="What’s wrong with it?"
          name="reason"
          cards={REASON_NAMES.map((value) => ({ value, label: REPORT_REASONS[value] }))}
        />
        <Field label="Anything to add?" name="comment" hint="Not required.">
          <Textarea rows={2} maxLength={MAX_REPORT_COMMENT} />
        </Field>
      </Form>
    </Dialog>
  );
}
