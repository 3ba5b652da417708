"use client";

import { Icon } from "@/components/ui/icon";
import { Field, Input } from "@/components/ui/field";
import { IconButton } from "@/components/ui/button";
import { MAX_ALT } from "@/lib/domain/media/rules";
import type { Picture, Pictures } from "./use-pictures";

/** The pictures of a draft, with upload progress and descriptions. */
export function ComposerPictures({ pictures }: { pictures: Pictures }) {
  if (pictures.list.length === 0) return null;
  return (
    <ul aria-label="Pictures" className="mt-2 flex flex-col gap-2">
      {pictures.list.map((picture, index) => (
        <li key={picture.key} className="flex animate-enter items-center gap-3 rounded-control bg-hover p-2">
          <Thumbnail picture={picture} />
          <div className="min-w-0 grow">
            <Field label={`Description of picture ${index + 1}`} hideLabel>
              <Input
                value={picture.alt}
                maxLength={MAX_ALT}
                placeholder="Describe it for people who can’t see it"
                onChange={(event) => pictures.describe(picture.key, event.target.value)}
              />
            </Field>
            {picture.phase === "failed" && (
              <p role="alert" className="mt-1 text-13 text-bad">
                {picture.message}
              </p>
            )}
          </div>
          {picture.phase === "failed" && (
            <IconButton label={`Retry picture ${index + 1}`} onClick={() => pictures.retry(picture.key)}>
              <Icon name="rotate-cw" />
            </IconButton>
          )}
          <IconButton label={`Remove picture ${index + 1}`} onClick={() => pictures.remove(picture.key)}>
            <Icon name="x" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ picture }: { picture: Picture }) {
  return (
    <span className="relative block size-16 shrink-0 overflow-hidden rounded-control bg-line">
      {/* oxlint-disable-next-line nextjs/no-img-element -- it lies in this browser */}
      <img
        src={picture.preview}
        alt=""
        className="size-full object-cover"
        style={{ opacity: picture.phase === "sent" ? 1 : 0.55 }}
      />
      {picture.phase === "sending" && (
        <span
          role="progressbar"
          aria-label="Uploading"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(picture.sent * 100)}
          className="absolute inset-x-1.5 bottom-1.5 h-1.5 overflow-hidden rounded-full bg-surface"
        >
          <span
            className="block h-full rounded-full bg-brand transition-[width]"
            style={{ width: `${picture.sent * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}
