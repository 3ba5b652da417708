import { PersonRow } from "@/components/profile/person-row";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { EmptyFeedHeading } from "./empty-feed-heading";

interface EmptyFeedProps {
  /** Whether the viewer follows anybody. */
  follows: boolean;
  people: readonly ListedPerson[];
}

/** Suggestions for somebody whose feed has nothing to show. An article, as the role of a feed requires. */
export function EmptyFeed({ follows, people }: EmptyFeedProps) {
  return (
    <article aria-labelledby="quiet" className="pegs">
      <EmptyFeedHeading follows={follows} />
      <div className="divide-y divide-line border-t border-line bg-surface">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </div>
    </article>
  );
}
