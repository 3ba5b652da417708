import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "@/components/ui/button";
import { Field, FormContext, type FormState, Input } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { formFailure } from "@/components/ui/failure-note";
import { CallError } from "@/lib/client/call-error";

const form = (state: FormState) =>
  markup(
    <FormContext value={state}>
      <Field name="handle" label="Handle" hint="3 to 20 letters">
        <Input defaultValue="mira" />
      </Field>
      <FormError />
      <SubmitButton>Join</SubmitButton>
    </FormContext>,
  );

/** Markup without classes. */
function markup(node: ReactNode) {
  return renderToStaticMarkup(node).replace(/ class="[^"]*"/g, "");
}

test("a label names its control", () => {
  const html = form({ phase: "idle" });
  const id = /<label for="([^"]+)"/.exec(html)?.[1];
  expect(html).toContain(`<input id="${id}" aria-describedby="${id}-hint" name="handle"`);
});

test("a failure is shown at its field, linked to it, and announced for the form", () => {
  const html = form({ phase: "failed", failure: { message: "Mend one field.", fields: { handle: "Taken." } } });
  expect(html).toMatch(/aria-describedby="(\S+)-hint \1-error" aria-invalid="true"/);
  expect(html).toContain("Taken.");
  expect(html).toMatch(/role="alert".*Mend one field\./);
});

test("a message that a field shows is announced for the form, and not shown twice", () => {
  const rendered = (message: string, fields: Record<string, string>) =>
    renderToStaticMarkup(
      <FormContext value={{ phase: "failed", failure: { message, fields } }}>
        <FormError />
      </FormContext>,
    );
  expect(rendered("Taken.", { handle: "Taken." })).toMatch(/role="alert" class="[^"]*sr-only/);
  expect(rendered("Mend one field.", { handle: "Taken." })).not.toContain("sr-only");
});

test("a form submitted after the session ended offers to sign in, without leaving it", () => {
  const failure = formFailure(new CallError("signed-out", "You’re signed out. Sign in and try again."));
  expect(form({ phase: "failed", failure })).toContain('<a href="/login?callbackURL=%2F" target="_blank">');
});

test("a failure of another field does not affect a field", () => {
  expect(form({ phase: "failed", failure: { message: "Mend one field.", fields: { email: "Taken." } } })).not.toContain(
    "aria-invalid",
  );
});

test("a pending button stays focusable, keeps its name and is announced as busy", () => {
  const html = markup(<Button pending>Join</Button>);
  expect(html).toContain('aria-disabled="true" aria-busy="true"');
  expect(html).not.toContain(" disabled");
  expect(html).toContain("Join");
});

test("a form that is submitted before hydration puts nothing into the URL", () => {
  expect(renderToStaticMarkup(<Form submit={async () => {}}>Fields</Form>)).toContain('method="dialog"');
});
