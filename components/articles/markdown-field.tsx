import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { ErrorNote } from "@/components/ui/error-note";
import { Prose } from "@/components/ui/prose";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

const LINE_REM = 1.3;

interface MarkdownFieldProps {
  label: string;
  name: string;
  defaultValue: string;
  rows?: number;
}

export function MarkdownField({ label, name, defaultValue, rows = 16 }: MarkdownFieldProps) {
  const [text, setText] = useState(defaultValue);
  const [previewing, setPreviewing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useHydratedForm(field, ({ value }) => setText(value));
  const minHeight = `${rows * LINE_REM}rem`;
  return (
    <div className="relative">
      <Field label={label} name={name} hint={previewing ? undefined : "Markdown: headings, lists, tables, code."}>
        <Textarea
          ref={field}
          rows={rows}
          value={text}
          onChange={(event) => setText(event.target.value)}
          style={{ minHeight }}
          className={previewing ? "hidden" : "font-mono text-13! leading-relaxed"}
        />
      </Field>
      {previewing && (
        <div className="mt-1.5 rounded-control border border-line bg-surface px-5 py-4" style={{ minHeight }}>
          <MarkdownPreview text={text} />
        </div>
      )}
      <Button
        size="small"
        variant="bare"
        aria-pressed={previewing}
        onClick={() => setPreviewing(!previewing)}
        className="absolute! -top-1.5 right-0"
      >
        {previewing ? "Write" : "Preview"}
      </Button>
    </div>
  );
}

type Outcome = { html: string } | { problem: string };

/** Renders Markdown on the server, with the limits of saving: in the browser, deeply nested markers could freeze it. */
function MarkdownPreview({ text }: { text: string }) {
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
