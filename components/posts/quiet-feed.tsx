import { PersonRow } from "@/components/profile/person-row";
import { LinkButton } from "@/components/ui/link-button";
import type { ListedPerson } from "@/lib/domain/people/schema";

/** For whoever follows nobody yet: whom one could. A feed holds articles, and this is its only one. */
export function QuietFeed({ people }: { people: readonly ListedPerson[] }) {
  return (
    <article aria-labelledby="quiet" className="pegs">
      <div className="px-6 py-10 text-center">
        <h2 id="quiet" className="text-21">
          Your board is bare
        </h2>
        <p className="mx-auto mt-1.5 max-w-sm text-balance text-muted">
          Follow a few people, and what they pin up will hang here. Or look at what everyone is doing.
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
