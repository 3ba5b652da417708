import { PersonRow } from "@/components/profile/person-row";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { FillFeed } from "./fill-feed";

interface PeopleToFollowProps {
  /** Whether the viewer follows people, who have posted nothing so far. */
  isQuiet: boolean;
  people: readonly ListedPerson[];
}

/**
 * Suggestions for a feed with little to show. An article, as the role of a feed requires. `data-suggests` hides what
 * suggests the same people in the rail.
 */
export function PeopleToFollow({ isQuiet, people }: PeopleToFollowProps) {
  return (
    <article aria-labelledby="people-to-follow" data-suggests className="pegs">
      <FillFeed isQuiet={isQuiet} />
      <div className="divide-y divide-line border-t border-line bg-surface">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </div>
    </article>
  );
}

/** Of everyone's feed, where nobody has posted so far. */
export function EmptyFeed() {
  return (
    <article aria-labelledby="quiet" className="pegs px-6 py-10 text-center">
      <h2 id="quiet" className="text-21">
        Nothing here yet
      </h2>
      <p className="mt-1.5 text-muted">The board is empty. The first post could be yours.</p>
    </article>
  );
}
