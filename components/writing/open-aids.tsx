import { InputStyleClone } from "dom-input-range";
import { useEffect } from "react";
import type { BegunName } from "@/lib/domain/kernel/text/tokens";
import { OverflowMarks } from "./overflow-marks";
import { NameSuggestions } from "./name-suggestions";

export interface OpenAidsProps {
  field: HTMLTextAreaElement;
  /** Where the text is too long, as indexes in what was typed. */
  overflow: { start: number; end: number } | undefined;
  begun: BegunName | undefined;
  onClose: () => void;
}

export function OpenAids({ field, overflow, begun, onClose }: OpenAidsProps) {
  // Both measure in one copy of the field, which would follow its every change for good.
  useEffect(() => () => InputStyleClone.for(field).disconnect(), [field]);

  return (
    <>
      {overflow && <OverflowMarks field={field} {...overflow} />}
      {begun && <NameSuggestions key={begun.start} field={field} begun={begun} onClose={onClose} />}
    </>
  );
}
