import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { AUDIT_ACTIONS, MAX_PERSON } from "@/lib/domain/audit-log/rules";
import type { AuditFilter } from "@/lib/domain/audit-log/schema";

/** Filters the audit log by action and person. Works without JavaScript. */
export function AuditLogFilter({ filter: { action, person = "" } }: { filter: AuditFilter }) {
  return (
    <form
      role="search"
      action="/admin/audit-log"
      className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end"
    >
      <Field label="Act" name="action">
        <Select key={action} defaultValue={action ?? ""}>
          <option value="">All acts</option>
          {Object.entries(AUDIT_ACTIONS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Person" name="person">
        <Input
          key={person}
          defaultValue={person}
          placeholder="Handle or id"
          autoComplete="off"
          maxLength={MAX_PERSON}
        />
      </Field>
      <Button type="submit" className="max-sm:justify-self-start">
        Show
      </Button>
    </form>
  );
}
