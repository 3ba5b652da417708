import { PART_BYTES } from "@/lib/domain/accounts/imports/rules";
import type { NewImport } from "@/lib/domain/accounts/imports/schema";
import { call } from "./call";
import { CallError } from "./call-error";
import { sendForm } from "./upload";

interface SendOptions {
  source: NewImport["source"];
  /** Receives how many bytes have been sent. */
  onProgress: (bytes: number) => void;
}

/** How often a part that did not arrive is sent again. */
const TRIES = 4;
const PAUSE_MS = 2000;

/**
 * Sends an archive in parts, and what a lost connection interrupted again. One that cannot be sent is withdrawn.
 * @throws CallError
 */
export async function sendArchive(archive: File, { source, onProgress }: SendOptions): Promise<void> {
  const { id } = await call("POST /api/imports", { source, bytes: archive.size });
  try {
    for (let position = 0; position * PART_BYTES < archive.size; position += 1) {
      const begin = position * PART_BYTES;
      const part = archive.slice(begin, begin + PART_BYTES);
      await sendPart(id, { position, part }, (share) => onProgress(begin + share * part.size));
    }
  } catch (error) {
    await call("DELETE /api/imports/{id}", { id }).catch(() => undefined);
    throw error;
  }
}

async function sendPart(
  id: string,
  { position, part }: { position: number; part: Blob },
  onProgress: (share: number) => void,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const form = new FormData();
    form.set("position", String(position));
    form.set("part", part, "part");
    try {
      await sendForm("POST /api/imports/{id}/parts", { path: `/api/imports/${id}/parts`, form }, { onProgress });
      return;
    } catch (error) {
      const isLost = error instanceof CallError && (error.kind === "network" || error.kind === "unknown");
      if (tried === TRIES || !isLost) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
