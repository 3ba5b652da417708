"use client";

import { useEffect, useReducer, useRef } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { messageOf } from "@/lib/client/call-error";
import { upload } from "@/lib/client/upload";
import { MAX_IMAGE_BYTES } from "@/lib/domain/media/rules";
import { MAX_MEDIA } from "@/lib/domain/posts/rules";
import { PICTURE_TYPES, pictures } from "./pictures";

interface Flight {
  file: File;
  stop: AbortController;
  /** The picture's id, or null when the upload failed. */
  landed: Promise<string | null>;
}

/** The pictures of a draft, uploaded while the text is being written. */
export function usePictures() {
  const [list, dispatch] = useReducer(pictures, []);
  const flights = useRef(new Map<string, Flight>());

  useEffect(() => {
    const flying = flights.current;
    return () => flying.forEach(({ stop }) => stop.abort());
  }, []);

  function send(key: string, file: File) {
    const stop = new AbortController();
    const landed = upload("POST /api/images", file, {
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
    flights.current.set(key, { file, stop, landed });
  }

  return {
    list,
    add(files: Iterable<File>) {
      const wanted = [...files].filter(isAcceptable);
      const room = MAX_MEDIA - list.length;
      if (wanted.length > room) toastStore.add({ text: `A post can have up to ${MAX_MEDIA} pictures.`, tone: "plain" });
      for (const file of wanted.slice(0, room)) {
        const key = crypto.randomUUID();
        dispatch({ type: "added", key, preview: URL.createObjectURL(file) });
        send(key, file);
      }
    },
    retry(key: string) {
      const flight = flights.current.get(key);
      if (!flight) return;
      dispatch({ type: "progressed", key, sent: 0 });
      send(key, flight.file);
    },
    remove(key: string) {
      flights.current.get(key)?.stop.abort();
      flights.current.delete(key);
      dispatch({ type: "removed", key });
    },
    describe: (key: string, alt: string) => dispatch({ type: "described", key, alt }),
    clear() {
      flights.current.clear();
      dispatch({ type: "cleared" });
    },
    /** Waits for pending uploads; null when one failed. */
    async collect(): Promise<{ id: string; alt: string }[] | null> {
      const landed = await Promise.all(
        list.map(async ({ key, alt }) => ({ id: (await flights.current.get(key)?.landed) ?? null, alt: alt.trim() })),
      );
      return landed.every((picture): picture is { id: string; alt: string } => picture.id !== null) ? landed : null;
    },
  };
}

/** Whether a file can be uploaded; shows a toast where it cannot. */
export function isAcceptable({ name, type, size }: File) {
  if (PICTURE_TYPES.includes(type) && size <= MAX_IMAGE_BYTES) return true;
  const why =
    size > MAX_IMAGE_BYTES
      ? `is larger than ${Math.floor(MAX_IMAGE_BYTES / 2 ** 20)} MB`
      : "is not a PNG, JPEG, WebP or GIF";
  toastStore.add({ text: `${name || "That file"} ${why}.`, tone: "bad" });
  return false;
}

export type Pictures = ReturnType<typeof usePictures>;
