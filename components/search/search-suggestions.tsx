import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { SuggestionList, useSuggestions } from "@/components/writing/suggestion-list";

export interface SearchSuggestionsProps {
  field: HTMLInputElement;
  text: string;
  onOpenChange: (isOpen: boolean) => void;
  /** A name was chosen, whose page opens. */
  onLeave: () => void;
  onClose: () => void;
}

/** Lists the people and tags that a search begins to name, below its field. Choosing one opens its page. */
export function SearchSuggestions({ field, text, onOpenChange, onLeave, onClose }: SearchSuggestionsProps) {
  const router = useRouter();
  const names = useSuggestions(text);
  const isOpen = names.length > 0;
  const tell = useEffectEvent(onOpenChange);

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
        onLeave();
        onClose();
        router.push(href);
      }}
      onClose={onClose}
      className="inset-x-0 top-full mt-1.5 max-h-96 min-w-64"
    />
  );
}
