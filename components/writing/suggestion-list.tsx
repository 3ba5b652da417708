import Combobox from "@github/combobox-nav";
import clsx from "clsx";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { tagHref } from "@/components/tags/tag-href";
import { Avatar } from "@/components/ui/avatar";
import { call } from "@/lib/client/call";
import { isKey } from "@/lib/client/key-press";
import type { Suggestions } from "@/lib/domain/people/search/schema";

/** How long to wait for another key before asking. */
const PAUSE_MS = 120;

/** Somebody, or a hashtag, with its sign. */
export interface Name {
  text: string;
  href: string;
  /** Undefined for a hashtag. */
  person?: Suggestions["people"][number];
}

const namesOf = ({ people, tags }: Suggestions): Name[] => [
  ...people.map((person) => ({ text: `@${person.handle}`, href: `/users/${person.handle}`, person })),
  ...tags.map(({ tag, name }) => ({ text: `#${name}`, href: tagHref(tag) })),
];

/** Returns the names that a text may become, once no other key has followed for a moment. */
export function useSuggestions(text: string): Name[] {
  const [names, setNames] = useState<Name[]>([]);
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
  return names;
}

interface SuggestionListProps {
  field: HTMLInputElement | HTMLTextAreaElement;
  names: readonly Name[];
  label: string;
  /** What a screen reader says when the list opens: how many there are. */
  count: string;
  /** Whether Enter and Tab choose the first. Otherwise only Enter chooses, what the arrow keys have led to. */
  choosesFirst: boolean;
  onChoose: (name: Name) => void;
  onClose: () => void;
  list?: RefObject<HTMLUListElement | null>;
  className: string;
}

/** A combobox's list of names. The field keeps the focus. */
export function SuggestionList(props: SuggestionListProps) {
  const { field, names, label, count, choosesFirst, onChoose, onClose, className } = props;
  const own = useRef<HTMLUListElement>(null);
  const list = props.list ?? own;
  const nav = useRef<Combobox>(undefined);
  const id = useId();
  const isOpen = names.length > 0;

  const onCommit = useEffectEvent((event: Event) => {
    const chosen = names.find(({ text }) => text === (event.target as HTMLElement).dataset.text);
    if (chosen) onChoose(chosen);
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event, "Escape")) return;
    event.preventDefault();
    onClose();
  });

  useEffect(() => {
    const options = list.current;
    if (!isOpen || !options) return;
    const combobox = (nav.current = new Combobox(field, options, {
      firstOptionSelectionMode: choosesFirst ? "active" : "none",
      tabInsertsSuggestions: choosesFirst,
    }));
    combobox.start();
    const keys: HTMLElement = field;
    options.addEventListener("combobox-commit", onCommit);
    keys.addEventListener("keydown", onKeyDown);
    return () => {
      combobox.destroy();
      options.removeEventListener("combobox-commit", onCommit);
      keys.removeEventListener("keydown", onKeyDown);
    };
  }, [field, list, choosesFirst, isOpen]);

  // Starts again when others are listed.
  useEffect(() => nav.current?.resetSelection(), [names]);

  return (
    <>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        // Keeps the focus in the field, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
        className={clsx(
          "absolute z-50 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float",
          className,
        )}
      >
        {names.map(({ text, person }) => (
          <li
            key={text}
            id={`${id}-${text}`}
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
        {isOpen && `${count}. Up and Down choose.`}
      </p>
    </>
  );
}
