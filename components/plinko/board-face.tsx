import board from "./board.svg";

/** The parts of the board that stay still: sharp at any size, and visible before any script runs. */
export function BoardFace() {
  // Next's optimizer does not take drawings.
  // oxlint-disable-next-line nextjs/no-img-element
  return <img src={board.src} alt="" decoding="async" draggable={false} className="absolute inset-0 size-full" />;
}
