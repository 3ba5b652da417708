import Combobox from "@github/combobox-nav";
import { InputRange } from "dom-input-range";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { call } from "@/lib/client/call";
import { isKey } from "@/lib/client/key-press";
import type { Person } from "@/lib/domain/accounts/users/schema";
import type { BegunMention } from "@/lib/domain/kernel/text/tokens";

/** How long to wait for another key before asking. */
const PAUSE_MS = 120;
/** Between the line and the list. */
const GAP = 6;

interface PeopleSuggestionsProps {
  field: HTMLTextAreaElement;
  mention: BegunMention;
  onClose: () => void;
}

/** Lists people whom an unfinished mention may mean, below the sign or above it. The field keeps the focus. */
export function PeopleSuggestions({ field, mention, onClose }: PeopleSuggestionsProps) {
  const { start, text } = mention;
  const [people, setPeople] = useState<Person[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const nav = useRef<Combobox>(undefined);
  const id = useId();
  const isComplete = people.length === 1 && `@${people[0]!.handle}` === text.toLowerCase();
  const shown = isComplete ? [] : people;
  const isOpen = shown.length > 0;

  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      call("GET /api/suggest", { text }).then(
        ({ people }) => isWanted && setPeople(people),
        () => isWanted && setPeople([]),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text]);

  const onCommit = useEffectEvent((event: Event) => {
    const { handle } = (event.target as HTMLElement).dataset;
    const end = start + text.length;
    field.focus();
    field.setSelectionRange(start, end);
    // The one way to change a field that the browser can undo.
    document.execCommand("insertText", false, `@${handle}${field.value.charAt(end) === " " ? "" : " "}`);
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
  useEffect(() => nav.current?.resetSelection(), [shown.length, people]);

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
  }, [field, start, isOpen, people]);

  return (
    <>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="People to mention"
        hidden={!isOpen}
        // Keeps the focus in the field, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-50 max-h-72 w-72 max-w-full overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
      >
        {shown.map(({ id: personId, name, handle, image }) => (
          <li
            key={personId}
            id={`${id}-${handle}`}
            role="option"
            aria-selected={false}
            data-handle={handle}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 hover:bg-hover aria-selected:bg-hover data-combobox-option-default:bg-hover"
          >
            <Avatar src={image} name={name} size={32} />
            <span className="min-w-0">
              <span className="block truncate text-15 font-medium">{name}</span>
              <span dir="ltr" className="block truncate text-13 text-muted">
                @{handle}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isOpen && `${shown.length} ${shown.length === 1 ? "person" : "people"} to mention. Up and Down choose.`}
      </p>
    </>
  );
}
