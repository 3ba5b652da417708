"use client";

import { useRouter } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { readRoomCode } from "@/lib/domain/rooms/rules";

/** Opens the room with a code that the viewer was given. */
export function CodeForm() {
  const router = useRouter();
  async function submit(entries: FormData) {
    const code = readRoomCode(String(entries.get("code")));
    if (!code) {
      const message = "A code has six letters and digits, such as K7QM2X.";
      return { message, fields: { code: message } };
    }
    router.push(`/rooms/${code}`);
  }
  return (
    <Form submit={submit} className="mb-6 flex items-start gap-2">
      <Field label="Room code" name="code" hideLabel className="w-44">
        <Input
          placeholder="Have a code?"
          autoComplete="off"
          maxLength={8}
          className="font-mono uppercase placeholder:normal-case"
        />
      </Field>
      <SubmitButton variant="quiet">Go</SubmitButton>
    </Form>
  );
}
