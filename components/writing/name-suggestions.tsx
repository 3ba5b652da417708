import { InputRange } from "dom-input-range";
import { useLayoutEffect, useRef } from "react";
import type { BegunName } from "@/lib/domain/kernel/text/tokens";
import { type Name, SuggestionList, useSuggestions } from "./suggestion-list";

/** Between the line and the list. */
const GAP = 6;

interface NameSuggestionsProps {
  field: HTMLTextAreaElement;
  begun: BegunName;
  onClose: () => void;
}

/** A sign has a full-width form as well. */
const nameIn = (text: string) => text.slice(1).toLowerCase();

const KINDS = {
  mention: {
    label: "People to mention",
    count: (count: number) => `${count} ${count === 1 ? "person" : "people"} to mention`,
  },
  tag: { label: "Tags", count: (count: number) => `${count} ${count === 1 ? "tag" : "tags"}` },
};

/** Lists what an unfinished mention or hashtag may become, below its sign or above it. */
export function NameSuggestions({ field, begun, onClose }: NameSuggestionsProps) {
  const { start, text } = begun;
  const names = useSuggestions(text);
  const list = useRef<HTMLUListElement>(null);
  const isComplete = names.length === 1 && nameIn(names[0]!.text) === nameIn(text);
  const shown = isComplete ? NONE : names;
  const kind = text.startsWith("@") ? KINDS.mention : KINDS.tag;
  const isOpen = shown.length > 0;

  function choose({ text: chosen }: Name) {
    const end = start + text.length;
    field.focus();
    field.setSelectionRange(start, end);
    // The one way to change a field that the browser can undo.
    document.execCommand("insertText", false, `${chosen}${field.value.charAt(end) === " " ? "" : " "}`);
  }

  useLayoutEffect(() => {
    const options = list.current;
    const around = options?.offsetParent?.getBoundingClientRect();
    if (!isOpen || !options || !around) return;
    const sign = new InputRange(field, start, start + 1).getBoundingClientRect();
    const below = (visualViewport?.height ?? innerHeight) - sign.bottom;
    const isAbove = below < options.offsetHeight + GAP && sign.top > below;
    const left = Math.max(0, Math.min(sign.left - around.left, around.width - options.offsetWidth));
    options.style.left = `${left}px`;
    options.style.top = isAbove ? "auto" : `${sign.bottom - around.top + GAP}px`;
    options.style.bottom = isAbove ? `${around.bottom - sign.top + GAP}px` : "auto";
  }, [field, start, isOpen, shown]);

  return (
    <SuggestionList
      field={field}
      names={shown}
      label={kind.label}
      count={kind.count(shown.length)}
      choosesFirst
      onChoose={choose}
      onClose={onClose}
      list={list}
      className="max-h-72 w-72 max-w-full"
    />
  );
}

const NONE: Name[] = [];
