"use client";

import { useEffect, useState, type SubmitEvent } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Method, InlineCode } from "./prose";
import { type TryableOperation, type TryResult, tryRequest } from "./try-request";
import { Json } from "./code";

/** Handles every "Try it" button of the page. */
export function TryIt({ operations }: { operations: readonly TryableOperation[] }) {
  const [operation, setOperation] = useState<TryableOperation>();

  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      const id = target instanceof Element ? target.closest<HTMLElement>("[data-try]")?.dataset.try : undefined;
      const requested = operations.find((other) => other.id === id);
      if (requested) setOperation(requested);
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [operations]);

  function close() {
    const opener = document.querySelector<HTMLElement>(`[data-try="${operation?.id}"]`);
    setOperation(undefined);
    // The dialog has no trigger of its own to return focus to.
    setTimeout(() => opener?.focus());
  }

  return (
    <Dialog
      open={operation !== undefined}
      onOpenChange={(open) => !open && close()}
      title={operation?.summary ?? ""}
      description={
        operation && (
          <span className="font-mono text-13">
            <Method method={operation.method} /> {operation.path}
          </span>
        )
      }
      className="sm:w-[min(40rem,calc(100vw-3rem))]!"
    >
      {operation && <TryForm key={operation.id} operation={operation} />}
    </Dialog>
  );
}

type TryState =
  { phase: "idle" } | { phase: "sending" } | { phase: "done"; result: TryResult } | { phase: "unreachable" };

/** In `sessionStorage`, so the key is gone when the tab is closed. */
const STORED = "pegboard:docs-key";

function TryForm({ operation }: { operation: TryableOperation }) {
  const [state, setState] = useState<TryState>({ phase: "idle" });

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const key = String(form.get("key")).trim();
    sessionStorage.setItem(STORED, key);
    setState({ phase: "sending" });
    setState(
      await tryRequest(operation, key, form).then(
        (result) => ({ phase: "done" as const, result }),
        () => ({ phase: "unreachable" as const }),
      ),
    );
  }

  const { fields, json, file, scope, method } = operation;
  return (
    <form method="dialog" onSubmit={(event) => void send(event)} className="space-y-4">
      <Field
        label="API key"
        hint={
          <>
            Requires the scope <InlineCode>{scope}</InlineCode>. Only kept in this tab.
          </>
        }
      >
        <Input
          name="key"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={sessionStorage.getItem(STORED) ?? ""}
          placeholder="pb_live_…"
          className="font-mono"
        />
      </Field>
      {fields.map(({ name, in: place, value, required }) => (
        <Field key={`${place}.${name}`} label={<span className="font-mono text-13">{name}</span>}>
          <Input name={`${place}.${name}`} defaultValue={value} required={required} className="font-mono" />
        </Field>
      ))}
      {json !== undefined && (
        <Field label="Body">
          <Textarea name="json" defaultValue={json} rows={5} spellCheck={false} className="font-mono" />
        </Field>
      )}
      {file !== undefined && (
        <Field label={<span className="font-mono text-13">{file}</span>}>
          <Input
            name="file"
            type="file"
            required
            accept="image/png,image/jpeg,image/webp,image/gif"
            className="py-1.5"
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={state.phase === "sending"}>
          Send
        </Button>
        {method !== "GET" && <p className="text-13 text-muted">This makes a real request as the key&apos;s owner.</p>}
      </div>
      {state.phase === "unreachable" && (
        <ErrorNote>The API could not be reached. Check your connection and try again.</ErrorNote>
      )}
      {state.phase === "done" && <ResponseView {...state.result} />}
    </form>
  );
}

function ResponseView({ status, statusText, milliseconds, headers, body }: TryResult) {
  return (
    <div role="status" className="overflow-hidden rounded-card border border-line bg-bg">
      <p className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2 text-13">
        <span className={status < 400 ? "font-mono font-semibold text-good" : "font-mono font-semibold text-bad"}>
          {status} {statusText}
        </span>
        <span className="text-muted">{milliseconds} ms</span>
      </p>
      <dl className="px-4 pt-2 font-mono text-13 text-muted">
        {headers.map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="shrink-0">{name}:</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {body === undefined ? (
        <p className="px-4 py-3 text-13 text-muted">No body.</p>
      ) : (
        <Json value={body} className="max-h-80" />
      )}
    </div>
  );
}
