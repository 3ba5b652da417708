import { type VisitorContext, write } from "@/lib/domain/kernel/context";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { log } from "@/lib/infra/log/log";
import { imageSizes } from "@/lib/domain/writing/media/builds";
import { render, type Source } from "./rendering";
import { RENDERER_VERSION } from "./rules";
import { literal } from "@/lib/infra/database/sql";
import { withTimeout } from "@/lib/infra/timeout";

const SOURCES = { Build: "readme", BlogPost: "content", NewsArticle: "content", Policy: "content" } as const;

export interface StoredDocument extends Source {
  table: keyof typeof SOURCES;
  id: string;
  html: string | null;
  rendererVersion: number | null;
}

/** How long readers wait for a document that is not rendered yet, before they see its source. */
const TIMEOUT_MS = 1_000;

/** All rerenders share one owner in the queue, so that writers need not wait for them. */
const OWNER = "stored documents";

const renewals = new Map<string, Promise<string | null>>();

/**
 * Returns a document's safe HTML; null if its source is to be shown as plain text. Costs nothing if the stored HTML is
 * from this renderer or a newer one; otherwise it is rendered and stored, once for all concurrent readers.
 */
export async function htmlOf(ctx: VisitorContext, document: StoredDocument): Promise<string | null> {
  if (document.rendererVersion !== null && document.rendererVersion >= RENDERER_VERSION) return document.html;
  const renewal = renewals.get(document.id) ?? renew(ctx, document).finally(() => renewals.delete(document.id));
  renewals.set(document.id, renewal);
  return withTimeout(renewal, TIMEOUT_MS, () => null);
}

/** Marks a document that exceeds a limit as tried, so that only its first reader pays for the attempt. */
async function renew(ctx: VisitorContext, { table, id, source, title }: StoredDocument): Promise<string | null> {
  try {
    const { html = null } = await render(
      { source, title, imageSizes: await imageSizes(ctx, source) },
      { owner: OWNER },
    );
    // It may have been edited, and thus rendered, meanwhile.
    const [document, text] = [literal(`"${table}"`), literal(`"${SOURCES[table]}"`)];
    await write(ctx, `${table}.html`)`
      UPDATE ${document} SET html = ${html}, "rendererVersion" = ${RENDERER_VERSION}
      WHERE id = ${id} AND ${text} = ${source}
      AND ("rendererVersion" IS NULL OR "rendererVersion" < ${RENDERER_VERSION})`;
    return html;
  } catch (error) {
    if (!(error instanceof OverloadedError)) log.error("stored markdown rendering failed", { table, id, error });
    return null;
  }
}
