import type { Context } from "@/lib/domain/context";
import { renderForSaving } from "./rendering";
import type { Preview, PreviewDraft } from "./schema";

/** Renders a document as saving would, within the same limits, until the caller disconnects. */
export async function previewMarkdown({ actor, signal }: Context, { text }: PreviewDraft): Promise<Preview> {
  const { html } = await renderForSaving({ source: text }, { param: "text", name: "A text", owner: actor.id, signal });
  return { html };
}
