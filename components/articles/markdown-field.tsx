import { type RefObject, useEffect, useRef, useState } from "react";
import { FileChoice } from "@/components/media/file-choice";
import { isAcceptable } from "@/components/media/use-images";
import { Button, Spinner } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Icon } from "@/components/ui/icon";
import { toastStore } from "@/components/ui/toast-store";
import { Field, Textarea } from "@/components/ui/field";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { ErrorNote } from "@/components/ui/error-note";
import { Prose } from "@/components/ui/prose";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import { upload } from "@/lib/client/upload";
import { IMAGE_PATH } from "@/lib/domain/writing/media/rules";

const LINE_REM = 1.3;
const HINT = "Markdown: headings, lists, tables, code.";

interface MarkdownFieldProps {
  label: string;
  name: string;
  defaultValue: string;
  rows?: number;
  /** Whether what it belongs to keeps the pictures that it shows. */
  takesImages?: boolean;
}

export function MarkdownField({ label, name, defaultValue, rows = 16, takesImages = false }: MarkdownFieldProps) {
  const [text, setText] = useState(defaultValue);
  const [previewing, setPreviewing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useHydratedForm(field, ({ value }) => setText(value));
  const { add, uploading } = useInsertedImages(field, setText);
  const minHeight = `${rows * LINE_REM}rem`;
  return (
    <div className="relative">
      <Field label={label} name={name} hint={previewing ? undefined : HINT}>
        <Textarea
          ref={field}
          rows={rows}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const { files } = event.clipboardData;
            if (!takesImages || files.length === 0) return;
            event.preventDefault();
            add([...files]);
          }}
          style={{ minHeight }}
          className={previewing ? "hidden" : "font-mono text-13! leading-relaxed"}
        />
      </Field>
      {previewing && (
        <div className="mt-1.5 rounded-control border border-line bg-surface px-5 py-4" style={{ minHeight }}>
          <MarkdownPreview text={text} />
        </div>
      )}
      <div className="absolute -top-1.5 right-0 flex">
        {takesImages && !previewing && (
          <FileChoice
            multiple
            busy={uploading}
            onFiles={add}
            className={buttonStyle({ size: "small", variant: "bare" })}
          >
            {uploading ? <Spinner /> : <Icon name="image-plus" className="size-4" />}
            Add pictures
          </FileChoice>
        )}
        <Button size="small" variant="bare" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          {previewing ? "Write" : "Preview"}
        </Button>
      </div>
    </div>
  );
}

/** Uploads pictures and writes them into the text where the caret is, with a description to type over. */
function useInsertedImages(field: RefObject<HTMLTextAreaElement | null>, setText: (text: string) => void) {
  const [uploading, setUploading] = useState(false);

  async function add(files: File[]) {
    setUploading(true);
    for (const file of files.filter(isAcceptable)) {
      const image = await upload("POST /api/images", file).catch((error: unknown) => {
        toastStore.add({ text: messageOf(error), tone: "bad" });
      });
      if (image) insert(`![${DESCRIPTION}](${IMAGE_PATH}${image.id})`);
    }
    setUploading(false);
  }

  function insert(markdown: string) {
    const area = field.current;
    if (!area) return;
    const at = area.selectionEnd;
    area.setRangeText(`${markdown}\n`, at, at, "end");
    setText(area.value);
    area.focus();
    area.setSelectionRange(at + 2, at + 2 + DESCRIPTION.length);
  }

  return { uploading, add: (files: File[]) => void add(files) };
}

const DESCRIPTION = "Describe it";

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
