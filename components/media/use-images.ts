import { type DragEvent, useEffect, useReducer, useRef, useState } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { messageOf } from "@/lib/client/call-error";
import type { UploadOptions } from "@/lib/client/upload";
import type { AttachedMedia } from "@/lib/domain/writing/media/schema";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";

interface Upload {
  file: File;
  stop: AbortController;
  /** Resolves to the picture's id, or null when the upload failed. */
  finished: Promise<string | null>;
}

interface DraftImagesOptions {
  /** What they are pictures of, as a sentence begins: "A post". */
  noun: string;
  max: number;
  /** Those that it has already, to edit them. */
  attached?: readonly AttachedMedia[];
}

async function uploadImage(file: File, options: UploadOptions) {
  // Few drafts have pictures.
  const { upload } = await import("@/lib/client/upload");
  options.signal?.throwIfAborted();
  return upload("POST /api/images", file, options);
}

/** The pictures of a draft, uploaded while the text is being written. */
export function useImages({ noun, max, attached = [] }: DraftImagesOptions) {
  const [list, dispatch] = useReducer(draftImages, attached, (images) => images.map(attachedImage));
  const uploads = useRef(new Map<string, Upload>());

  useEffect(() => {
    const pending = uploads.current;
    return () => pending.forEach(({ stop }) => stop.abort());
  }, []);

  function send(key: string, file: File) {
    const stop = new AbortController();
    const finished = uploadImage(file, {
      onProgress: (sent) => dispatch({ type: "progressed", key, sent }),
      signal: stop.signal,
    }).then(
      ({ id }) => {
        dispatch({ type: "arrived", key, id });
        return id;
      },
      (error: unknown) => {
        if (!stop.signal.aborted) dispatch({ type: "failed", key, message: messageOf(error) });
        return null;
      },
    );
    uploads.current.set(key, { file, stop, finished });
  }

  return {
    list,
    add(files: Iterable<File>) {
      const wanted = [...files].filter(isAcceptable);
      const room = max - list.length;
      if (wanted.length > room) toastStore.add({ text: `${noun} can have up to ${max} pictures.`, tone: "plain" });
      for (const file of wanted.slice(0, room)) {
        const key = crypto.randomUUID();
        dispatch({ type: "added", key, preview: URL.createObjectURL(file) });
        send(key, file);
      }
    },
    retry(key: string) {
      const failed = uploads.current.get(key);
      if (!failed) return;
      dispatch({ type: "progressed", key, sent: 0 });
      send(key, failed.file);
    },
    remove(key: string) {
      uploads.current.get(key)?.stop.abort();
      uploads.current.delete(key);
      dispatch({ type: "removed", key });
    },
    describe: (key: string, alt: string) => dispatch({ type: "described", key, alt }),
    clear() {
      uploads.current.clear();
      dispatch({ type: "cleared" });
    },
    /** Waits for pending uploads; null when one failed. */
    async collect(): Promise<{ id: string; alt: string }[] | null> {
      const images = await Promise.all(
        list.map(async (image) => ({
          id: image.phase === "sent" ? image.id : ((await uploads.current.get(image.key)?.finished) ?? null),
          alt: image.alt.trim(),
        })),
      );
      return images.every((image): image is { id: string; alt: string } => image.id !== null) ? images : null;
    },
  };
}

/** Whether a file can be uploaded; shows a toast where it cannot. */
export function isAcceptable({ name, type, size }: File) {
  if (IMAGE_TYPES.includes(type) && size <= MAX_IMAGE_BYTES) return true;
  const why =
    size > MAX_IMAGE_BYTES
      ? `is larger than ${Math.floor(MAX_IMAGE_BYTES / 2 ** 20)} MB`
      : "is not a PNG, JPEG, WebP or GIF";
  toastStore.add({ text: `${name || "That file"} ${why}.`, tone: "bad" });
  return false;
}

export type DraftImages = ReturnType<typeof useImages>;

/** Accepts files dropped onto an element; `over` while they are dragged above it. */
export function useImageDrop(add: (files: Iterable<File>) => void) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      },
    },
  };
}

export type DraftImage = { key: string; preview: string; alt: string } & (
  { phase: "sending"; sent: number } | { phase: "sent"; id: string } | { phase: "failed"; message: string }
);

type DraftImageEvent =
  | { type: "added"; key: string; preview: string }
  | { type: "progressed"; key: string; sent: number }
  | { type: "arrived"; key: string; id: string }
  | { type: "failed"; key: string; message: string }
  | { type: "described"; key: string; alt: string }
  | { type: "removed"; key: string }
  | { type: "cleared" };

const attachedImage = ({ id, url, alt }: AttachedMedia): DraftImage => ({
  key: id,
  preview: url,
  alt,
  phase: "sent",
  id,
});

function draftImages(list: readonly DraftImage[], event: DraftImageEvent): readonly DraftImage[] {
  switch (event.type) {
    case "added":
      return [...list, { key: event.key, preview: event.preview, alt: "", phase: "sending", sent: 0 }];
    case "removed":
      return list.filter(({ key }) => key !== event.key);
    case "cleared":
      return [];
    default:
      return list.map((image) => (image.key === event.key ? changed(image, event) : image));
  }
}

function changed(
  { key, preview, alt, ...rest }: DraftImage,
  event: Exclude<DraftImageEvent, { type: "added" | "removed" | "cleared" }>,
): DraftImage {
  switch (event.type) {
    case "progressed":
      return { key, preview, alt, phase: "sending", sent: event.sent };
    case "arrived":
      return { key, preview, alt, phase: "sent", id: event.id };
    case "failed":
      return { key, preview, alt, phase: "failed", message: event.message };
    case "described":
      return { key, preview, ...rest, alt: event.alt };
  }
}

export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];
