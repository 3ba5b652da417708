import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

const GRACES = [
  { seconds: 0, words: "immediately" },
  { seconds: 3_600, words: "in an hour" },
  { seconds: 86_400, words: "in a day" },
  { seconds: 604_800, words: "in a week" },
];

/** How long the old secret stays valid after a rotation. */
export function GraceChoice({ hint }: { hint?: string }) {
  return (
    <Field label="The old secret expires" name="graceSeconds" hint={hint}>
      <Select defaultValue="86400">
        {GRACES.map(({ seconds, words }) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function graceOf(entries: FormData): number {
  return Number(entries.get("graceSeconds"));
}
