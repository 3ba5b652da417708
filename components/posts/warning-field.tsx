import { Field, Input } from "@/components/ui/field";
import { MAX_WARNING } from "@/lib/domain/writing/posts/rules";

/** What readers are told before they open a post; empty for none. */
export function WarningField({ value, onChange }: { value: string; onChange: (warning: string) => void }) {
  return (
    <Field label="Warning" hideLabel>
      <Input
        value={value}
        maxLength={MAX_WARNING}
        placeholder="Warning: what should people know before they look?"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
