import clsx from "clsx";
import "photoswipe/style.css";
import "./image-viewer.css";
import PhotoSwipe from "photoswipe";
import * as Primitive from "radix-ui/dialog";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { useReturnFocus } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { keepOpenForToasts } from "@/components/ui/keep-open-for-toasts";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import { useBackToClose } from "@/components/ui/use-back-to-close";
import type { AttachedMedia } from "@/lib/domain/writing/media/schema";

interface ImageViewerProps {
  images: readonly AttachedMedia[];
  /** The index of the first image to show. */
  at: number;
  onClose: () => void;
}

/**
 * Images on the whole screen. PhotoSwipe turns, zooms and drags them; the dialog around it names them, keeps the focus
 * and has the controls, which a tap on a phone hides.
 */
export default function ImageViewer({ images, at, onClose }: ImageViewerProps) {
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [isBare, setBare] = useState(false);
  const { index, isZoomed, turn, zoom } = usePhotoSwipe(area, { images, at, onClose, setBare });
  const returnFocus = useReturnFocus();
  useBackToClose(onClose);
  const several = images.length > 1;
  const image = images[index];
  if (!image) return null;

  function onKeyDown({ key }: KeyboardEvent) {
    // By these keys, PhotoSwipe moves a zoomed picture.
    if (isZoomed) return;
    if (key === "ArrowLeft") turn(-1);
    if (key === "ArrowRight") turn(1);
  }

  const control = clsx(CONTROL, isBare && "opacity-0 focus-within:opacity-100");

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          {...returnFocus}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onInteractOutside={keepOpenForToasts}
          className="fixed inset-0 z-50 text-wood-ink outline-none"
        >
          <div ref={setArea} className="contents" />
          <div className={clsx(control, "inset-x-0 top-0 flex items-center justify-between gap-3 p-2 sm:p-4")}>
            <Primitive.Title className="rounded-full bg-[oklch(0.16_0.02_60/0.6)] px-3 py-1 text-15">
              <span className={clsx(several && "sr-only")}>Picture </span>
              {several && (
                <span role="status">
                  {index + 1} of {images.length}
                </span>
              )}
            </Primitive.Title>
            <div className="flex rounded-full bg-[oklch(0.16_0.02_60/0.6)]">
              <IconButton label="Zoom" aria-pressed={isZoomed} onClick={zoom} className={BUTTON}>
                <Icon name={isZoomed ? "zoom-out" : "zoom-in"} />
              </IconButton>
              <a
                href={image.url}
                target="_blank"
                rel="noopener"
                aria-label="Open original"
                className={`icon-button ${BUTTON}`}
              >
                <Icon name="external-link" />
              </a>
              <Primitive.Close aria-label="Close" className={`icon-button ${BUTTON}`}>
                <Icon name="x" />
              </Primitive.Close>
            </div>
          </div>
          {several && (
            <>
              <div className={clsx(control, "top-1/2 left-2 -translate-y-1/2 sm:left-4")}>
                <IconButton
                  label="Previous picture"
                  disabled={index === 0}
                  onClick={() => turn(-1)}
                  className={`${BUTTON} bg-[oklch(0.16_0.02_60/0.6)]`}
                >
                  <Icon name="chevron-left" />
                </IconButton>
              </div>
              <div className={clsx(control, "top-1/2 right-2 -translate-y-1/2 sm:right-4")}>
                <IconButton
                  label="Next picture"
                  disabled={index === images.length - 1}
                  onClick={() => turn(1)}
                  className={`${BUTTON} bg-[oklch(0.16_0.02_60/0.6)]`}
                >
                  <Icon name="chevron-right" />
                </IconButton>
              </div>
            </>
          )}
          {image.alt && (
            // The image has it as its name. A long one scrolls.
            <p
              aria-hidden
              className={clsx(
                control,
                "inset-x-2 bottom-2 mx-auto max-h-1/4 w-fit max-w-prose overflow-y-auto rounded-card bg-[oklch(0.16_0.02_60/0.75)] px-4 py-2 text-15 break-words whitespace-pre-line sm:bottom-4",
              )}
            >
              {image.alt}
            </p>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const CONTROL = "absolute z-10 transition-opacity";
const BUTTON = "rounded-full text-wood-ink! hover:bg-wood-ink/15! disabled:opacity-30";

interface PhotoSwipeProps extends ImageViewerProps {
  setBare: (change: (isBare: boolean) => boolean) => void;
}

function usePhotoSwipe(area: HTMLElement | null, { images, at, onClose, setBare }: PhotoSwipeProps) {
  const viewer = useRef<PhotoSwipe>(null);
  const [index, setIndex] = useState(at);
  const [isZoomed, setZoomed] = useState(false);
  const close = useEffectEvent(onClose);
  /** How far to turn once it is open: a picture that it is turned to before would stay empty. */
  const turns = useRef(0);

  useEffect(() => {
    if (!area) return;
    const opened = new PhotoSwipe({
      ...BEHAVIOUR,
      ...(prefersReducedMotion() && STILL),
      dataSource: images.map(({ url, width, height, alt }) => ({
        src: url,
        width,
        height,
        alt: alt || "Picture without a description",
      })),
      index: at,
      appendToEl: area,
      tapAction: () => setBare((isBare) => !isBare),
    });
    // After its own listeners, which would still show the picture that it was opened at.
    opened.on("openingAnimationEnd", () => setTimeout(() => turnWhatWaits(opened, turns.current)));
    opened.on("change", () => setIndex(opened.currIndex));
    opened.on("zoomPanUpdate", ({ slide }) => setZoomed(slide.currZoomLevel > slide.zoomLevels.fit));
    // It takes the first Tab to its root.
    opened.on("keydown", (event) => event.originalEvent.key === "Tab" && event.preventDefault());
    opened.on("close", () => setBare(() => true));
    opened.on("destroy", close);
    opened.init();
    // The dialog is the one dialog.
    opened.element?.setAttribute("role", "presentation");
    viewer.current = opened;
    return () => {
      opened.off("destroy", close);
      opened.destroy();
    };
    // It stays open as it was opened: a post that is read again has the same images as new objects.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [area]);

  function turn(by: 1 | -1) {
    if (!viewer.current?.opener.isOpen) turns.current += by;
    else if (by === 1) viewer.current.next();
    else viewer.current.prev();
  }

  return {
    index,
    isZoomed,
    turn,
    zoom: () => viewer.current?.toggleZoom(),
  };
}

function turnWhatWaits(opened: PhotoSwipe, by: number): void {
  if (by === 0 || opened.isDestroying) return;
  opened.goTo(opened.currIndex + by);
  opened.currSlide?.appendHeavy();
}

/** What is left of PhotoSwipe's own controls, keys and focus is the dialog's. */
const OURS = { escKey: false, trapFocus: false, returnFocus: false, arrowKeys: false } as const;
const NONE = { close: false, zoom: false, arrowPrev: false, arrowNext: false, counter: false, preloader: false };

const BEHAVIOUR = {
  ...OURS,
  ...NONE,
  loop: false,
  bgOpacity: 0.94,
  showHideAnimationType: "fade",
  showAnimationDuration: 120,
  hideAnimationDuration: 120,
  imageClickAction: "zoom",
  doubleTapAction: "zoom",
  errorMsg: "This picture didn’t load.",
  // Small pictures are zoomed as well.
  secondaryZoomLevel: ({ fit }: { fit: number }) => Math.max(1, fit * 2.5),
  maxZoomLevel: ({ fit }: { fit: number }) => Math.max(4, fit * 4),
  /** Beside the controls, where there is room: on a phone, a picture takes all of the screen. */
  paddingFn: ({ x }: { x: number }) =>
    x < 640 ? { top: 0, bottom: 0, left: 0, right: 0 } : { top: 64, bottom: 64, left: 72, right: 72 },
} as const;

const STILL = { showHideAnimationType: "none", zoomAnimationDuration: 0 } as const;
