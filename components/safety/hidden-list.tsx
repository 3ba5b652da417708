"use client";

import Link from "next/link";
import { useState } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { removedPosts } from "@/components/posts/removed-posts";
import { reportFailure } from "@/components/shell/report-failure";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import type { HiddenPerson } from "@/lib/domain/safety/schema";

const KINDS = {
  block: {
    source: { route: "GET /api/me/blocks" },
    undo: "DELETE /api/users/{handle}/block",
    label: "Unblock",
    since: "blocked",
  },
  mute: {
    source: { route: "GET /api/me/mutes" },
    undo: "DELETE /api/users/{handle}/mute",
    label: "Unmute",
    since: "muted",
  },
} as const;

interface HiddenListProps {
  kind: keyof typeof KINDS;
  first: readonly HiddenPerson[];
  nextCursor: string | null;
}

/** Whom the reader has blocked or muted, with a way back for each. */
export function HiddenList({ kind, first, nextCursor }: HiddenListProps) {
  const { source } = KINDS[kind];
  const { items, state, load } = useNextPages<HiddenPerson>(source, nextCursor);
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {[...first, ...items].map((person) => (
        <HiddenRow key={person.id} kind={kind} person={person} />
      ))}
      <ListEnd state={state} load={load} moreHref={null} skeleton={<Skeleton className="m-4 h-10" />} />
    </div>
  );
}

function HiddenRow({ kind, person }: { kind: keyof typeof KINDS; person: HiddenPerson }) {
  const [row, setRow] = useState<"there" | "leaving" | "gone">("there");
  const { undo, label, since } = KINDS[kind];
  if (row === "gone") return null;

  function release() {
    setRow("leaving");
    call(undo, { handle: person.handle }).then(
      () => {
        removedPosts.restore(person.id);
        setRow("gone");
      },
      (error: unknown) => {
        setRow("there");
        reportFailure(error);
      },
    );
  }

  return (
    <article
      aria-label={person.name}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3"
    >
      <Avatar src={person.image} name={person.name} />
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <Link href={`/users/${person.handle}`} prefetch={false} className="hover:underline">
            {person.name}
          </Link>
        </p>
        <p className="truncate text-13 text-muted">
          @{person.handle} · {since} <RelativeTime at={person.since} />
        </p>
      </div>
      <Button size="small" pending={row === "leaving"} onClick={release} aria-label={`${label} @${person.handle}`}>
        {label}
      </Button>
    </article>
  );
}
