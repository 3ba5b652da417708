import { InputStyleClone } from "dom-input-range";
import { useEffect } from "react";
import type { BegunMention } from "@/lib/domain/kernel/text/tokens";
import { OverflowMarks } from "./overflow-marks";
import { PeopleSuggestions } from "./people-suggestions";

export interface OpenAidsProps {
  field: HTMLTextAreaElement;
  /** Where the text is too long, as indexes in what was typed. */
  overflow: { start: number; end: number } | undefined;
  mention: BegunMention | undefined;
  onClose: () => void;
}

export function OpenAids({ field, overflow, mention, onClose }: OpenAidsProps) {
  // Both measure in one copy of the field, which would follow its every change for good.
  useEffect(() => () => InputStyleClone.for(field).disconnect(), [field]);

  return (
    <>
      {overflow && <OverflowMarks field={field} {...overflow} />}
      {mention && <PeopleSuggestions key={mention.start} field={field} mention={mention} onClose={onClose} />}
    </>
  );
}
