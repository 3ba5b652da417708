"use client";

import { useRef, useState } from "react";
import { ListEnd, usePages } from "@/components/paging/next-pages";
import { PersonLine } from "@/components/profile/person-line";
import { unknownHandle } from "@/components/profile/unknown-handle";
import { removedPosts } from "@/components/posts/edited-posts";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { HiddenPerson } from "@/lib/domain/people/safety/schema";
import { EmptyNote, ListSection } from "@/components/ui/section";
import { Field, Input } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { useDone } from "@/components/shell/use-done";

const KINDS = {
  block: {
    id: "blocked",
    title: "Blocked people",
    about: "Neither of you sees the other’s profile, posts and comments. They aren’t notified.",
    empty: { icon: "ban", text: "You haven’t blocked anybody." },
    source: { route: "GET /api/me/blocks" },
    undo: "DELETE /api/users/{handle}/block",
    label: "Unblock",
    since: "blocked",
  },
  mute: {
    id: "muted",
    title: "Muted people",
    about:
      "Their posts stay out of your feeds and searches, and you get no notifications from them. They aren’t notified.",
    empty: { icon: "volume-x", text: "You haven’t muted anybody." },
    source: { route: "GET /api/me/mutes" },
    undo: "DELETE /api/users/{handle}/mute",
    label: "Unmute",
    since: "muted",
  },
} as const;

export function HiddenPeople({ kind, first }: { kind: keyof typeof KINDS; first: Page<HiddenPerson> }) {
  const { id, title, about, empty, source } = KINDS[kind];
  const { items, ...end } = usePages<HiddenPerson>(source, first);
  const [released, setReleased] = useState<ReadonlySet<string>>(new Set());
  const shown = items.filter((person) => !released.has(keyOf(person)));
  return (
    <ListSection id={id} title={title} about={about}>
      {kind === "block" && <BlockByHandle />}
      {shown.length === 0 && end.state.phase === "ended" ? (
        <EmptyNote {...empty} />
      ) : (
        <div className="rows">
          {shown.map((person) => (
            <HiddenRow
              key={keyOf(person)}
              kind={kind}
              person={person}
              onReleased={() => setReleased((before) => new Set(before).add(keyOf(person)))}
            />
          ))}
          <ListEnd {...end} skeleton={<Skeleton className="m-4 h-10" />} />
        </div>
      )}
    </ListSection>
  );
}

/** A person who is hidden again is a new entry. */
const keyOf = ({ id, since }: HiddenPerson) => `${id} ${since}`;

interface HiddenRowProps {
  kind: keyof typeof KINDS;
  person: HiddenPerson;
  onReleased: () => void;
}

function HiddenRow({ kind, person, onReleased }: HiddenRowProps) {
  const { pending, act } = useAction();
  const { undo, label, since } = KINDS[kind];

  async function release() {
    await call(undo, { handle: person.handle });
    removedPosts.restore(person.id);
    onReleased();
  }

  return (
    <PersonLine
      person={person}
      href={`/users/${person.handle}`}
      detail={
        <>
          @{person.handle} · {since} <RelativeTime at={person.since} />
        </>
      }
    >
      <Button size="small" pending={pending} onClick={() => act(release)} aria-label={`${label} @${person.handle}`}>
        {label}
      </Button>
    </PersonLine>
  );
}

/** Blocks somebody whose profile the viewer may be unable to open, because they have blocked the viewer. */
function BlockByHandle() {
  const done = useDone();
  const field = useRef<HTMLInputElement>(null);

  async function block(entries: FormData) {
    const handle = String(entries.get("handle")).trim().replace(/^@/, "");
    try {
      await call("POST /api/users/{handle}/block", { handle });
    } catch (error) {
      return unknownHandle(error, "handle");
    }
    field.current?.form?.reset();
    done(`You blocked @${handle}.`);
  }

  return (
    <Form submit={block} className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-4">
      <Field label="Block somebody by handle" name="handle" className="min-w-[min(12.5rem,100%)] flex-[0_1_20rem]">
        <Input ref={field} required autoComplete="off" verbatim />
      </Field>
      <SubmitButton className="sm:mt-7.5">Block</SubmitButton>
      <FormError className="basis-full" />
    </Form>
  );
}
