import { IconButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { MAX_ALT } from "@/lib/domain/writing/media/rules";
import type { DraftImage, DraftImages } from "./use-images";

interface DraftImageListProps {
  images: DraftImages;
  label: string;
  /** What one of them is called in the names of its controls. */
  noun?: string;
}

/** The pictures of a draft, each with its description, its upload's progress, and a button to take it out. */
export function DraftImageList({ images, label, noun = "picture" }: DraftImageListProps) {
  if (images.list.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-2 flex flex-col gap-2">
      {images.list.map((image, index) => (
        <li key={image.key} className="flex animate-enter items-center gap-3 rounded-control bg-hover p-2">
          <Thumbnail image={image} />
          <div className="min-w-0 grow">
            <Field label={`Description of ${noun} ${index + 1}`} hideLabel>
              <Input
                value={image.alt}
                maxLength={MAX_ALT}
                placeholder="Describe it for people who can’t see it"
                onChange={(event) => images.describe(image.key, event.target.value)}
              />
            </Field>
            {image.phase === "failed" && (
              <p role="alert" className="mt-1 text-13 text-bad">
                {image.message}
              </p>
            )}
          </div>
          {image.phase === "failed" && (
            <IconButton label={`Retry ${noun} ${index + 1}`} onClick={() => images.retry(image.key)}>
              <Icon name="rotate-cw" />
            </IconButton>
          )}
          <IconButton label={`Remove ${noun} ${index + 1}`} onClick={() => images.remove(image.key)}>
            <Icon name="x" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ image }: { image: DraftImage }) {
  return (
    <span className="relative block size-16 shrink-0 overflow-hidden rounded-control bg-line">
      {/* oxlint-disable-next-line nextjs/no-img-element -- it lies in this browser */}
      <img
        src={image.preview}
        alt=""
        className="size-full object-cover"
        style={{ opacity: image.phase === "sent" ? 1 : 0.55 }}
      />
      {image.phase === "sending" && (
        <span
          role="progressbar"
          aria-label="Uploading"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(image.sent * 100)}
          className="absolute inset-x-1.5 bottom-1.5 h-1.5 overflow-hidden rounded-full bg-surface"
        >
          <span
            className="block h-full rounded-full bg-brand transition-[width]"
            style={{ width: `${image.sent * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}
