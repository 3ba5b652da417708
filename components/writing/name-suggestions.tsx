import Combobox from "@github/combobox-nav";
import { InputRange } from "dom-input-range";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { call } from "@/lib/client/call";
import { isKey } from "@/lib/client/key-press";
import type { Suggestions } from "@/lib/domain/people/search/schema";
import type { BegunName } from "@/lib/domain/kernel/text/tokens";

/** How long to wait for another key before asking. */
const PAUSE_MS = 120;
/** Between the line and the list. */
const GAP = 6;

interface NameSuggestionsProps {
  field: HTMLTextAreaElement;
  begun: BegunName;
  onClose: () => void;
}

/** What an unfinished name may become, with its sign. */
interface Name {
  text: string;
  /** Undefined for a hashtag. */
  person?: Suggestions["people"][number];
}

const namesOf = ({ people, tags }: Suggestions): Name[] => [
  ...people.map((person) => ({ text: `@${person.handle}`, person })),
  ...tags.map(({ name }) => ({ text: `#${name}` })),
];

/** A sign has a full-width form as well. */
const nameIn = (text: string) => text.slice(1).toLowerCase();

const KINDS = {
  mention: {
    label: "People to mention",
    count: (count: number) => `${count} ${count === 1 ? "person" : "people"} to mention`,
  },
  tag: { label: "Tags", count: (count: number) => `${count} ${count === 1 ? "tag" : "tags"}` },
};

/** Lists what an unfinished mention or hashtag may become, below its sign or above it. The field keeps the focus. */
export function NameSuggestions({ field, begun, onClose }: NameSuggestionsProps) {
  const { start, text } = begun;
  const [names, setNames] = useState<Name[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const nav = useRef<Combobox>(undefined);
  const id = useId();
  const isComplete = names.length === 1 && nameIn(names[0]!.text) === nameIn(text);
  const shown = isComplete ? [] : names;
  const kind = text.startsWith("@") ? KINDS.mention : KINDS.tag;
  const isOpen = shown.length > 0;

  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      call("GET /api/suggest", { text }).then(
        (suggestions) => isWanted && setNames(namesOf(suggestions)),
        () => isWanted && setNames([]),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text]);

  const onCommit = useEffectEvent((event: Event) => {
    const { text: chosen } = (event.target as HTMLElement).dataset;
    const end = start + text.length;
    field.focus();
    field.setSelectionRange(start, end);
    // The one way to change a field that the browser can undo.
    document.execCommand("insertText", false, `${chosen}${field.value.charAt(end) === " " ? "" : " "}`);
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event, "Escape")) return;
    event.preventDefault();
    onClose();
  });

  useEffect(() => {
    const options = list.current;
    if (!isOpen || !options) return;
    const combobox = (nav.current = new Combobox(field, options, { firstOptionSelectionMode: "active" }));
    combobox.start();
    options.addEventListener("combobox-commit", onCommit);
    field.addEventListener("keydown", onKeyDown);
    return () => {
      combobox.destroy();
      options.removeEventListener("combobox-commit", onCommit);
      field.removeEventListener("keydown", onKeyDown);
    };
  }, [field, isOpen]);

  // Chooses the first again when others are listed.
  useEffect(() => nav.current?.resetSelection(), [shown.length, names]);

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
  }, [field, start, isOpen, names]);

  return (
    <>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={kind.label}
        hidden={!isOpen}
        // Keeps the focus in the field, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-50 max-h-72 w-72 max-w-full overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
      >
        {shown.map(({ text, person }) => (
          <li
            key={text}
            id={`${id}-${text.slice(1)}`}
            role="option"
            aria-selected={false}
            data-text={text}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 hover:bg-hover aria-selected:bg-hover data-combobox-option-default:bg-hover"
          >
            {person ? (
              <>
                <Avatar src={person.image} name={person.name} size={32} />
                <span className="min-w-0">
                  <span className="block truncate text-15 font-medium">{person.name}</span>
                  <span dir="ltr" className="block truncate text-13 text-muted">
                    {text}
                  </span>
                </span>
              </>
            ) : (
              <span className="truncate text-15 font-medium">{text}</span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isOpen && `${kind.count(shown.length)}. Up and Down choose.`}
      </p>
    </>
  );
}
