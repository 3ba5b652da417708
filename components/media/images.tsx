"use client";

import clsx from "clsx";
import { type MouseEvent, useState } from "react";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import type { AttachedMedia } from "@/lib/domain/writing/media/schema";

const load = () => import("./image-viewer");
const ImageViewer = loadOnDemand(load);
const preloadViewer = preload(load);

/** Returns what opens a viewer of these images at one of them, and the viewer while it is open. */
export function useImageViewer(images: readonly AttachedMedia[]) {
  const [shown, setShown] = useState<number | null>(null);
  const viewer = shown !== null && <ImageViewer images={images} at={shown} onClose={() => setShown(null)} />;
  return { open: setShown, viewer };
}

/** One picture keeps its aspect ratio within bounds; several share a grid. Each opens in a viewer, or as a file. */
export function Images({ images, className }: { images: readonly AttachedMedia[]; className?: string }) {
  const { open, viewer } = useImageViewer(images);
  const [first] = images;
  if (!first) return null;
  return (
    <>
      {images.length === 1 ? (
        <div className={className}>
          <ImageLink image={first} onOpen={() => open(0)} className="max-w-full" style={alone(first)} />
        </div>
      ) : (
        <div
          className={clsx(
            "grid aspect-[3/2] grid-cols-2 gap-1 overflow-hidden rounded-card",
            className,
            images.length > 2 && "grid-rows-2",
          )}
        >
          {images.map((image, index) => (
            <ImageLink
              key={image.id}
              image={image}
              onOpen={() => open(index)}
              className={clsx("size-full min-h-0 rounded-none!", images.length === 3 && index === 0 && "row-span-2")}
            />
          ))}
        </div>
      )}
      {viewer}
    </>
  );
}

const TALLEST = 500;

/** A size that keeps the height within bounds, so that nothing moves when it loads. */
function alone({ width, height }: AttachedMedia) {
  const ratio = Math.min(Math.max(width / height, 0.6), 2.4);
  return { aspectRatio: ratio, width: `min(100%, ${Math.min(width, Math.round(TALLEST * ratio))}px)` };
}

interface ImageLinkProps {
  image: AttachedMedia;
  onOpen: () => void;
  className?: string;
  style?: React.CSSProperties;
}

/** An image, cropped to its box, that opens in a viewer, or as a file. */
export function ImageLink({ image, onOpen, className, style }: ImageLinkProps) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <a
      href={image.url}
      data-image={image.id}
      onClick={open}
      onPointerEnter={preloadViewer}
      onFocus={preloadViewer}
      className={clsx(
        "block overflow-hidden rounded-card bg-hover inset-ring inset-ring-line focus-visible:outline-4 focus-visible:-outline-offset-4",
        className,
      )}
      style={style}
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
      <img
        src={image.url}
        alt={image.alt || "Picture without a description"}
        width={image.width}
        height={image.height}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </a>
  );
}
