import { InputRange, InputStyleClone } from "dom-input-range";
import { useEffect, useRef, useState } from "react";

interface OverflowMarksProps {
  field: HTMLTextAreaElement;
  start: number;
  end: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Marks a part of the text in a field, line by line. The length beside the field says the same in words. */
export function OverflowMarks({ field, start, end }: OverflowMarksProps) {
  const area = useRef<HTMLDivElement>(null);
  const [boxes, setBoxes] = useState<Box[]>([]);

  useEffect(() => {
    const clone = InputStyleClone.for(field);
    const measure = () => {
      const origin = area.current?.getBoundingClientRect();
      if (!origin) return;
      const lines = [...new InputRange(field, start, end).getClientRects()].filter(
        ({ top, bottom }) => bottom > origin.top && top < origin.bottom,
      );
      setBoxes(
        lines.map(({ left, top, width, height }) => ({
          left: left - origin.left,
          top: top - origin.top,
          width,
          height,
        })),
      );
    };
    clone.addEventListener("update", measure);
    // What was set rather than typed.
    clone.forceUpdate();
    return () => clone.removeEventListener("update", measure);
  }, [field, start, end]);

  return (
    <div ref={area} aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {boxes.map((box, index) => (
        <span
          key={index}
          data-overflow
          style={box}
          className="absolute rounded-[3px] border-b-2 border-bad bg-bad/20 forced-color-adjust-none"
        />
      ))}
    </div>
  );
}
