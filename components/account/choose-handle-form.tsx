import { Card } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { HANDLE } from "@/lib/domain/accounts/users/rules";

/** Asks for a handle, which OAuth does not provide. */
export default function ChooseHandleForm() {
  async function submit(entries: FormData) {
    await call("PATCH /api/account/profile", { handle: String(entries.get("handle")).toLowerCase() });
    location.reload();
  }

  return (
    <Card className="mx-auto mt-6 w-full max-w-105 sm:mt-12 sm:p-8">
      <h1 className="mb-2 text-27">Choose your handle</h1>
      <p className="mb-6 text-muted">One last thing: here’s how people will find and mention you.</p>
      <Form action="Continue" look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
        <Field label="Handle" name="handle" hint={`${HANDLE.rule}.`}>
          <Input required verbatim maxLength={20} autoFocus />
        </Field>
      </Form>
    </Card>
  );
}
