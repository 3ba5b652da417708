"use client";

import { useState } from "react";
import { focusOnMount } from "@/components/ui/focus-on-mount";
import { Button } from "@/components/ui/button";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import { Field, type FormFailure, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import type { WaitingProgram } from "@/lib/domain/accounts/apps/schema";
import { ScopeList } from "./scope-list";

type Step =
  | { at: "code" }
  | { at: "program"; userCode: string; waiting: WaitingProgram }
  | { at: "done"; name: string; isAllowed: boolean };

export function DeviceForm({ code }: { code: string }) {
  const [step, setStep] = useState<Step>({ at: "code" });

  async function find(entries: FormData) {
    const userCode = String(entries.get("userCode"));
    setStep({ at: "program", userCode, waiting: await call("POST /api/oauth/device/find", { userCode }) });
  }

  if (step.at === "program")
    return (
      <Program
        {...step}
        decided={(isAllowed) => setStep({ at: "done", name: step.waiting.name, isAllowed })}
        back={() => setStep({ at: "code" })}
      />
    );
  if (step.at === "done")
    return (
      <p ref={focusOnMount} tabIndex={-1} className="outline-none">
        {step.isAllowed
          ? `${step.name} may act for you now. Go back to it; you can close this page.`
          : `${step.name} gets nothing. You can close this page.`}
      </p>
    );
  return (
    <Form action="Continue" look={{ size: "large" }} submit={find} className="flex flex-col gap-5">
      <p className="text-muted">
        A program that you have just started shows you a code. Never type one that somebody sent you: they would get
        into your account with it.
      </p>
      <Field label="Code" name="userCode">
        <Input
          required
          autoFocus
          defaultValue={code}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="BCDF-GHJK"
          className="font-mono tracking-widest uppercase"
        />
      </Field>
    </Form>
  );
}

interface ProgramProps {
  userCode: string;
  waiting: WaitingProgram;
  decided: (isAllowed: boolean) => void;
  back: () => void;
}

function Program({ userCode, waiting, decided, back }: ProgramProps) {
  const [pending, setPending] = useState<"allow" | "refuse">();
  const [failure, setFailure] = useState<FormFailure>();
  const { name, scopes, network, program, createdAt } = waiting;

  async function decide(action: "allow" | "refuse") {
    setPending(action);
    setFailure(undefined);
    try {
      await call(`POST /api/oauth/device/${action}`, { userCode });
      decided(action === "allow");
    } catch (error) {
      setFailure(formFailure(error));
    }
    setPending(undefined);
  }

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 ref={focusOnMount} tabIndex={-1} className="text-21 wrap-anywhere outline-none">
          Let “{name}” act for you?
        </h2>
        <p className="mt-1 text-muted">
          It says that this is its name. We can’t check that: anybody can start a program that says so.
        </p>
      </div>
      <ScopeList scopes={scopes} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4 text-13">
        <dt className="text-muted">Code</dt>
        <dd className="font-mono">{userCode.toUpperCase()}</dd>
        <dt className="text-muted">Network</dt>
        <dd className="font-mono break-all">{network}</dd>
        <dt className="text-muted">Program</dt>
        <dd className="wrap-anywhere">{program || "It does not say"}</dd>
        <dt className="text-muted">Asked</dt>
        <dd>
          <RelativeTime at={createdAt} />
        </dd>
      </dl>
      <p className="text-muted">
        Did you start it yourself, just now, and does it show this code? If somebody sent you here, refuse.
      </p>
      {failure && <FailureNote failure={failure} />}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {failure && (
          <Button variant="bare" onClick={back}>
            Another code
          </Button>
        )}
        <Button size="large" pending={pending === "refuse"} onClick={() => decide("refuse")}>
          Refuse
        </Button>
        <Button variant="primary" size="large" pending={pending === "allow"} onClick={() => decide("allow")}>
          Allow
        </Button>
      </div>
    </div>
  );
}
