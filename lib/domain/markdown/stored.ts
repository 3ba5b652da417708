import { type VisitorContext, write } from "@/lib/domain/context";
import { OverloadedError } from "@/lib/infra/job-errors";
import { log } from "@/lib/infra/log";
import { render, type Source } from "./rendering";
import { RENDERER_VERSION } from "./rules";

/** Where each kind of document keeps its source. */
const SOURCES = { Build: "readme", BlogPost: "content", NewsArticle: "content" } as const;

export interface StoredDocument extends Source {
  table: keyof typeof SOURCES;
  id: string;
  html: string | null;
  rendererVersion: number | null;
}

/** Readers wait so long for a document that is not rendered yet, and then see its source. */
const PATIENCE_MS = 1_000;

/** All renewals share one turn in the queue, so that writers need not wait for them. */
const OWNER = "stored documents";

const renewals = new Map<string, Promise<string | null>>();

/**
 * The safe HTML of a document; null where its source is to be shown as plain text. Costs nothing as long as the stored HTML
 * is of this renderer or a newer one; else it is rendered and stored, once for all who read at the time.
 */
export async function htmlOf(ctx: VisitorContext, document: StoredDocument): Promise<string | null> {
  if (document.rendererVersion !== null && document.rendererVersion >= RENDERER_VERSION) return document.html;
  const renewal = renewals.get(document.id) ?? renew(ctx, document).finally(() => renewals.delete(document.id));
  renewals.set(document.id, renewal);
  return Promise.race([renewal, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())]);
}

/** What exceeds a limit is marked as tried, so that only its first reader pays for that. */
async function renew(ctx: VisitorContext, { table, id, source, title }: StoredDocument): Promise<string | null> {
  try {
    const { html = null } = await render({ source, title }, { owner: OWNER });
    // It may have been edited, and so rendered, meanwhile.
    const unchanged = `"${SOURCES[table]}" = $4 AND ("rendererVersion" IS NULL OR "rendererVersion" < $3)`;
    await write(
      ctx,
      `${table}.html`,
      `UPDATE "${table}" SET html = $2, "rendererVersion" = $3 WHERE id = $1 AND ${unchanged}`,
      [id, html, RENDERER_VERSION, source],
    );
    return html;
  } catch (error) {
    if (!(error instanceof OverloadedError)) log.error("stored markdown not rendered", { table, id, error });
    return null;
  }
}
