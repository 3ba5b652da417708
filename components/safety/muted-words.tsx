"use client";

import { useRef, useState } from "react";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { TimeOr } from "@/components/ui/relative-time";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { MutedWord } from "@/lib/domain/people/safety/schema";
import { PHRASE_LENGTH } from "@/lib/domain/people/screening/rules";
import { EmptyNote, ListSection } from "@/components/ui/section";

export function MutedWords({ first }: { first: readonly MutedWord[] }) {
  const [words, setWords] = useState(first);
  const phrase = useRef<HTMLInputElement>(null);

  async function add(entries: FormData) {
    const until = String(entries.get("until") ?? "");
    const word = await call("POST /api/me/muted-words", {
      phrase: String(entries.get("phrase")),
      // Starts at midnight in the viewer's time zone.
      until: until === "" ? null : new Date(`${until}T00:00`).toISOString(),
    });
    setWords((before) => [word, ...before.filter(({ id }) => id !== word.id)]);
    toastStore.add({ text: `You muted “${word.phrase}”.`, tone: "good" });
    phrase.current?.form?.reset();
    phrase.current?.focus();
  }

  function remove(id: string) {
    setWords((before) => before.filter((word) => word.id !== id));
    phrase.current?.focus();
  }

  return (
    <ListSection
      id="muted-words"
      title="Muted words"
      about="Posts and comments with one of these words or phrases stay out of your feeds, searches and notifications. Other people still see them."
    >
      <Form submit={add} className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-4">
        <Field label="Word or phrase" name="phrase" className="min-w-[min(12.5rem,100%)] flex-[2_1_16rem]">
          <Input ref={phrase} required maxLength={PHRASE_LENGTH.max} autoComplete="off" />
        </Field>
        <Field label="Until (optional)" name="until" className="flex-[1_1_9rem]">
          <Input type="date" />
        </Field>
        <SubmitButton className="mt-7.5">Mute</SubmitButton>
        <FormError className="basis-full" />
      </Form>
      {words.length === 0 ? (
        <EmptyNote icon="message-square-off" text="You haven’t muted any words." />
      ) : (
        <div className="rows">
          {words.map((word) => (
            <MutedRow key={word.id} word={word} onRemoved={() => remove(word.id)} />
          ))}
        </div>
      )}
    </ListSection>
  );
}

function MutedRow({ word: { id, phrase, until }, onRemoved }: { word: MutedWord; onRemoved: () => void }) {
  const { pending, act } = useAction();

  async function remove() {
    await call("DELETE /api/me/muted-words/{id}", { id });
    onRemoved();
  }

  return (
    <article aria-label={phrase} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{phrase}</p>
        <p className="text-13 text-muted">
          <TimeOr at={until} label="ends" none="until you remove it" />
        </p>
      </div>
      <Button size="small" pending={pending} onClick={() => act(remove)} aria-label={`Unmute “${phrase}”`}>
        Unmute
      </Button>
    </article>
  );
}
