"use client";

import { useEffect, useState } from "react";
import { ErrorNote } from "@/components/ui/error-note";
import { Prose } from "@/components/ui/prose";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

type Outcome = { html: string } | { problem: string };

/** Renders Markdown on the server, with the limits of saving: in the browser, deeply nested markers could freeze it. */
export function MarkdownPreview({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (isEmpty) return;
    let wanted = true;
    void call("POST /api/markdown/preview", { text })
      .catch((error: unknown) => ({ problem: messageOf(error) }))
      .then((answer) => wanted && setOutcome(answer));
    return () => void (wanted = false);
  }, [text, isEmpty]);
  if (isEmpty) return <p className="text-muted">Nothing to preview yet.</p>;
  if (!outcome) return <Skeleton className="h-40" />;
  return "html" in outcome ? <Prose source={text} html={outcome.html} /> : <ErrorNote>{outcome.problem}</ErrorNote>;
}
