import type { Context } from "@/lib/domain/context";
import { renderForSaving } from "./rendering";
import type { Preview, PreviewDraft } from "./schema";

/** Renders a document as it will be rendered when it is saved, within the same limits. */
export async function previewMarkdown({ actor }: Context, { text }: PreviewDraft): Promise<Preview> {
  const { html } = await renderForSaving({ source: text }, { param: "text", name: "A text", owner: actor.id });
  return { html };
}
