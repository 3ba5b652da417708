import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import * as Primitive from "radix-ui/dialog";
import { type KeyboardEvent, useState } from "react";
import { overlayStyle, useReturnFocus } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/button";
import { keepOpenForToasts } from "@/components/ui/keep-open-for-toasts";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

interface ImageViewerProps {
  media: TimelinePost["media"];
  /** The index of the first picture to show. */
  at: number;
  onClose: () => void;
}

export default function ImageViewer({ media, at, onClose }: ImageViewerProps) {
  const [index, setIndex] = useState(at);
  const returnFocus = useReturnFocus();
  const several = media.length > 1;
  const image = media[index];
  if (!image) return null;

  function turn(by: number) {
    setIndex((now) => Math.min(Math.max(now + by, 0), media.length - 1));
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === "ArrowLeft") turn(-1);
    if (key === "ArrowRight") turn(1);
  }

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={`${overlayStyle} bg-[oklch(0.16_0.02_60/0.92)]!`} />
        <Primitive.Content
          {...returnFocus}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onInteractOutside={keepOpenForToasts}
          className="fixed inset-0 z-50 grid animate-fade grid-rows-[auto_minmax(0,1fr)_auto] p-2 text-wood-ink outline-none sm:p-4"
        >
          <div className="flex items-center justify-between gap-3">
            <Primitive.Title className="px-2 text-15">
              <span className="sr-only">Picture </span>
              {several && (
                <span role="status">
                  {index + 1} of {media.length}
                </span>
              )}
            </Primitive.Title>
            <div className="flex">
              <a
                href={image.url}
                target="_blank"
                rel="noopener"
                aria-label="Open original"
                className={`icon-button ${LIGHT}`}
              >
                <Icon name="external-link" />
              </a>
              <Primitive.Close aria-label="Close" className={`icon-button ${LIGHT}`}>
                <Icon name="x" />
              </Primitive.Close>
            </div>
          </div>
          <div
            onClick={(event) => event.target === event.currentTarget && onClose()}
            className="grid min-h-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-1 sm:gap-4"
          >
            <IconButton
              label="Previous picture"
              disabled={index === 0}
              onClick={() => turn(-1)}
              className={clsx(LIGHT, !several && "hidden!")}
            >
              <Icon name="chevron-left" />
            </IconButton>
            {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
            <img
              key={image.id}
              src={image.url}
              alt={image.alt || "Picture without a description"}
              width={image.width}
              height={image.height}
              className="col-start-2 m-auto h-auto max-h-full w-auto max-w-full animate-fade rounded-control object-contain"
            />
            <IconButton
              label="Next picture"
              disabled={index === media.length - 1}
              onClick={() => turn(1)}
              className={clsx(LIGHT, !several && "hidden!")}
            >
              <Icon name="chevron-right" />
            </IconButton>
          </div>
          <p aria-hidden className="mx-auto min-h-6 max-w-prose px-2 pt-2 text-center text-15">
            {image.alt}
          </p>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const LIGHT = "text-wood-ink! hover:bg-wood-ink/15! disabled:opacity-30";
