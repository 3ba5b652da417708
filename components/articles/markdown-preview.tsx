"use client";

import { fetched } from "@/components/shell/fetched";
import { ErrorNote } from "@/components/ui/error-note";
import { Guarded } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { isTooNested, tooNested } from "@/lib/domain/nesting";

const Markdown = fetched(async () => ({ default: (await import("@/components/ui/markdown")).Markdown }));

/** How a text will stand once it is saved; what would not be saved is not drawn either. */
export function MarkdownPreview({ text, onMissing }: { text: string; onMissing: () => void }) {
  if (isTooNested(text)) return <ErrorNote>{tooNested("A text")}. Let some stand side by side, and look again.</ErrorNote>;
  return (
    <Guarded broken={<ErrorNote>This cannot be shown as it stands. Your text is kept: make it shorter or simpler, and look again.</ErrorNote>}>
      <Markdown waiting={<Skeleton className="h-40" />} onMissing={onMissing}>{text.trim() || "*Nothing to see yet.*"}</Markdown>
    </Guarded>
  );
}
