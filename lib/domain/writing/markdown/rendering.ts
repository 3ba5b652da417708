import { type Issue, invalid } from "@/lib/domain/kernel/errors";
import { env } from "@/lib/infra/environment/env";
import { JobError } from "@/lib/infra/process/job-errors";
import { log } from "@/lib/infra/log/log";
import { type RunOptions, sharedPool } from "@/lib/infra/process/pool";
import {
  DOCUMENT_LIMITS,
  type Excess,
  excessMessage,
  RENDER_MEMORY_MB,
  RENDER_TIMEOUT_MS,
  RENDERER_VERSION,
  PREVIEW_CPU_MS,
} from "./rules";
import type { Context } from "@/lib/domain/kernel/context";
import type { ImageSizes } from "@/lib/domain/writing/media/builds";
import type { Preview, PreviewDraft } from "./schema";

export interface Source {
  source: string;
  /** A first heading that only repeats this is omitted. */
  title?: string;
  /** Of images of ours that it shows, so that the page leaves room for them. */
  imageSizes?: ImageSizes;
}

interface Job extends Source {
  /** What relative image URLs resolve against, and the prefixes of resolved URLs that readers may load. */
  baseUrl: string;
  imagePrefixes: string[];
  limits: typeof DOCUMENT_LIMITS;
}

export type Rendering = { html: string; exceeded?: undefined } | { html?: undefined; exceeded: Excess };

const pool = () =>
  sharedPool<Job, Rendering>({
    name: "markdown",
    script: "lib/domain/writing/markdown/renderer.mjs",
    size: 2,
    maxQueued: 60,
    maxQueuedPerOwner: 3,
    timeoutMs: RENDER_TIMEOUT_MS,
    maxWaitMs: 10_000,
    maxMemoryMb: RENDER_MEMORY_MB,
  });

/**
 * Renders Markdown to safe HTML in a child process, or returns the limit that it exceeds. `owner` is the account that
 * caused it.
 * @throws OverloadedError when too many documents wait already
 */
export async function render({ source, title, imageSizes = {} }: Source, options: RunOptions): Promise<Rendering> {
  const { siteUrl, storage } = env();
  const imagePrefixes = [`${siteUrl}/api/media/`, `${siteUrl}/api/avatars/`];
  if (storage.kind === "s3" && storage.publicUrl) imagePrefixes.push(`${storage.publicUrl.replace(/\/$/, "")}/`);
  try {
    return await pool().run(
      { source, title, imageSizes, baseUrl: siteUrl, imagePrefixes, limits: DOCUMENT_LIMITS },
      options,
    );
  } catch (error) {
    if (!(error instanceof JobError) || error.reason === "not-started") throw error;
    // A document must never cause a 500, whatever it does to the renderer.
    if (error.reason === "threw" || error.reason === "crashed")
      log.error("markdown renderer failed", { owner: options.owner, error });
    return { exceeded: error.reason === "out-of-memory" ? "memory" : "time" };
  }
}

export interface RenderedColumns {
  html: string;
  rendererVersion: number;
}

/**
 * Renders a document before it is stored. Call it before the transaction: rendering may queue.
 * @throws DomainError that names the field, beyond a limit
 */
export async function renderForSaving(
  document: Source,
  { param, name, owner, signal }: { param: Issue["param"]; name: string; owner: string; signal?: AbortSignal },
): Promise<RenderedColumns> {
  const { html, exceeded } = await render(document, { owner, signal });
  if (exceeded) throw invalid([{ param, message: excessMessage(name, exceeded) }]);
  return { html, rendererVersion: RENDERER_VERSION };
}

/**
 * Takes a second at most, because people keep typing, and only until the caller disconnects.
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
