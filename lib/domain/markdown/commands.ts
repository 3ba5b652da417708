import type { Context } from "@/lib/domain/context";
import { invalid } from "@/lib/domain/errors";
import { render } from "./rendering";
import { type Excess, excessMessage, PREVIEW_CPU_MS } from "./rules";
import type { Preview, PreviewDraft } from "./schema";

/**
 * Renders a document like saving does, but within a second, because people keep typing, and only until the caller
 * disconnects.
 * @throws DomainError `invalid_request` that names `text`, when it exceeds a limit or would take longer
 */
export async function previewMarkdown({ actor, signal }: Context, { text }: PreviewDraft): Promise<Preview> {
  const { html, exceeded } = await render({ source: text }, { owner: actor.id, signal, maxCpuMs: PREVIEW_CPU_MS });
  if (exceeded) throw invalid([{ param: "text", message: previewExcess(exceeded) }]);
  return { html };
}

function previewExcess(excess: Excess): string {
  if (excess === "time")
    return "This takes more than a second to show, so there is no preview: saving allows it more time";
  return excessMessage("A text", excess);
}
