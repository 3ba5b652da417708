import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { SuggestionList, useSuggestions } from "@/components/writing/suggestion-list";

export interface SearchSuggestionsProps {
  field: HTMLInputElement;
  onOpenChange?: (isOpen: boolean) => void;
  /** A name was chosen, whose page opens. */
  onLeave?: () => void;
}

/**
 * Lists the people and tags that a search begins to name, below its field. Choosing one opens its page. What an input
 * method composes changes with every key: nothing is suggested before it is done.
 */
export function SearchSuggestions({ field, ...told }: SearchSuggestionsProps) {
  const [begun, setBegun] = useState(() => field.value.trim());

  useEffect(() => {
    let composing = false;
    const read = () => setBegun(composing ? "" : field.value.trim());
    const close = () => setBegun("");
    const compose = ({ type }: Event) => {
      composing = type === "compositionstart";
      read();
    };
    const listeners: [string, (event: Event) => void][] = [
      ["input", read],
      ["compositionstart", compose],
      ["compositionend", compose],
      ["blur", close],
    ];
    for (const [name, listener] of listeners) field.addEventListener(name, listener);
    field.form?.addEventListener("submit", close);
    return () => {
      for (const [name, listener] of listeners) field.removeEventListener(name, listener);
      field.form?.removeEventListener("submit", close);
    };
  }, [field]);

  return begun !== "" && <Suggested {...told} field={field} text={begun} onClose={() => setBegun("")} />;
}

interface SuggestedProps extends SearchSuggestionsProps {
  text: string;
  onClose: () => void;
}

function Suggested({ field, text, onOpenChange, onLeave, onClose }: SuggestedProps) {
  const router = useRouter();
  const names = useSuggestions(text);
  const isOpen = names.length > 0;
  const tell = useEffectEvent((open: boolean) => onOpenChange?.(open));

  useEffect(() => {
    tell(isOpen);
    return () => tell(false);
  }, [isOpen]);

  return (
    <SuggestionList
      field={field}
      names={names}
      label="People and tags"
      count={`${names.length} ${names.length === 1 ? "suggestion" : "suggestions"}`}
      choosesFirst={false}
      onChoose={({ href }) => {
        onLeave?.();
        onClose();
        router.push(href);
      }}
      onClose={onClose}
      className="inset-x-0 top-full mt-1.5 max-h-96 min-w-64"
    />
  );
}
