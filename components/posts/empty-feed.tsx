import { PersonRow } from "@/components/profile/person-row";
import { LinkButton } from "@/components/ui/button";
import type { ListedPerson } from "@/lib/domain/people/schema";

/** Suggestions for somebody who follows nobody yet. An article, as the role of a feed requires. */
export function EmptyFeed({ people }: { people: readonly ListedPerson[] }) {
  return (
    <article aria-labelledby="quiet" className="pegs">
      <div className="px-6 py-10 text-center">
        <h2 id="quiet" className="text-21">
          Your feed is empty
        </h2>
        <p className="mx-auto mt-1.5 max-w-sm text-balance text-muted">
          Follow a few people to see their posts here, or look at what everyone is up to.
        </p>
        <LinkButton href="/?feed=everyone" className="mt-5">
          See everyone’s posts
        </LinkButton>
      </div>
      <div className="divide-y divide-line border-t border-line bg-surface">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </div>
    </article>
  );
}
