"use client";

import { useEffect, useState } from "react";
import { ErrorNote } from "@/components/ui/error-note";
import { Prose } from "@/components/ui/prose";
import { Skeleton } from "@/components/ui/skeleton";
import { call, messageOf } from "@/lib/client/call";
import type { Preview } from "@/lib/domain/markdown/schema";

type Outcome = { html: string } | { problem: string };

/** How a text will stand once it is saved. The server renders it, within the limits of saving it: nested markers could freeze this page. */
export function MarkdownPreview({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (isEmpty) return;
    let wanted = true;
    void call<Preview>("POST", "/api/markdown/preview", { text })
      .catch((error: unknown) => ({ problem: messageOf(error) }))
      .then((answer) => wanted && setOutcome(answer));
    return () => void (wanted = false);
  }, [text, isEmpty]);
  if (isEmpty) return <p className="text-muted">Nothing to see yet.</p>;
  if (!outcome) return <Skeleton className="h-40" />;
  return "html" in outcome ? <Prose source={text} html={outcome.html} /> : <ErrorNote>{outcome.problem}</ErrorNote>;
}
