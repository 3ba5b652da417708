import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

const GRACES = [
  { seconds: 0, label: "immediately" },
  { seconds: 3_600, label: "in an hour" },
  { seconds: 86_400, label: "in a day" },
  { seconds: 604_800, label: "in a week" },
];

/** How long the old secret stays valid after a rotation. */
export function GraceChoice() {
  return (
    <Field label="The old secret expires" name="graceSeconds">
      <Select defaultValue="86400">
        {GRACES.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function graceOf(entries: FormData): number {
  return Number(entries.get("graceSeconds"));
}
