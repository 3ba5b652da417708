import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import * as Primitive from "radix-ui/dialog";
import { type KeyboardEvent, type TouchEvent, useRef, useState } from "react";
import { overlayStyle, useReturnFocus } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/button";
import { keepOpenForToasts } from "@/components/ui/keep-open-for-toasts";
import { useBackToClose } from "@/components/ui/use-back-to-close";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

interface ImageViewerProps {
  media: TimelinePost["media"];
  /** The index of the first picture to show. */
  at: number;
  onClose: () => void;
}

export default function ImageViewer({ media, at, onClose }: ImageViewerProps) {
  const [index, setIndex] = useState(at);
  const returnFocus = useReturnFocus();
  const swipe = useSwipe({ left: () => turn(1), right: () => turn(-1), down: onClose });
  useBackToClose(onClose);
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
          className="fixed inset-0 z-50 grid animate-fade grid-rows-[auto_minmax(0,1fr)_auto] text-wood-ink outline-none sm:p-4"
        >
          <div className="flex items-center justify-between gap-3 max-sm:p-2">
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
            {...swipe}
            className="relative grid min-h-0 touch-pinch-zoom grid-cols-[auto_minmax(0,1fr)_auto] items-center max-sm:grid-cols-1 sm:gap-4"
          >
            <IconButton
              label="Previous picture"
              disabled={index === 0}
              onClick={() => turn(-1)}
              className={clsx(
                LIGHT,
                "max-sm:bg-black/35 max-sm:absolute max-sm:left-1 max-sm:z-10",
                !several && "hidden!",
              )}
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
              className="m-auto h-auto max-h-full w-auto max-w-full animate-fade rounded-control object-contain max-sm:size-full max-sm:rounded-none sm:col-start-2"
            />
            <IconButton
              label="Next picture"
              disabled={index === media.length - 1}
              onClick={() => turn(1)}
              className={clsx(
                LIGHT,
                "max-sm:bg-black/35 max-sm:absolute max-sm:right-1 max-sm:z-10",
                !several && "hidden!",
              )}
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

/** How far a finger moves before it is a swipe. */
const SWIPE_PX = 48;

/** Follows one finger on the picture: not two, which zoom, and none while the page is zoomed, which move it. */
function useSwipe(to: Record<"left" | "right" | "down", () => void>) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      const isZoomed = (visualViewport?.scale ?? 1) > 1;
      from.current = touch && touches.length === 1 && !isZoomed ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      if (!from.current || !touch) return;
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) > Math.abs(y)) {
        if (Math.abs(x) > SWIPE_PX) (x < 0 ? to.left : to.right)();
      } else if (y > SWIPE_PX) to.down();
    },
  };
}

const LIGHT = "text-wood-ink! hover:bg-wood-ink/15! disabled:opacity-30";
