import { PersonName } from "@/components/profile/person-link";

/** Name and handle of an author. Where there is no room for both, the handle is truncated, and hidden on phones. */
export function Byline({ person }: { person: { name: string; handle: string } }) {
  return (
    <span className="byline">
      <PersonName person={person} className="max-w-full font-semibold" />
      <span className="max-w-full truncate text-muted sm:shrink-100">@{person.handle}</span>
    </span>
  );
}
