import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Person } from "@/lib/domain/users/schema";
import { type FollowList, followStatement } from "./follow-lists";

type OfHandle = PageRequest & { handle: string };

/** Lists somebody's followers, latest first, in the short form of the API. */
export function listFollowers(ctx: VisitorContext, request: OfHandle): Promise<Page<Person>> {
  return listPeople(ctx, "followers", request);
}

/** Lists whom somebody follows, latest first, in the same form. */
export function listFollowing(ctx: VisitorContext, request: OfHandle): Promise<Page<Person>> {
  return listPeople(ctx, "following", request);
}

export function listOwnFollowers(ctx: Context, request: PageRequest): Promise<Page<Person>> {
  return listPeople(ctx, "followers", { ...request, handle: ctx.actor.handle });
}

export function listOwnFollowing(ctx: Context, request: PageRequest): Promise<Page<Person>> {
  return listPeople(ctx, "following", { ...request, handle: ctx.actor.handle });
}

type PersonRow = PersonColumns & { id: string; since: Date };

function listPeople(ctx: VisitorContext, list: FollowList, { handle, ...request }: OfHandle): Promise<Page<Person>> {
  const name = handle.toLowerCase();
  const page = { handle: name, viewerId: ctx.actor?.id ?? "", columns: personColumns("u") };
  return paginate<PersonRow, Person>(request, {
    list: [list, name],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<PersonRow>>(ctx, `graph.${list}`)`${followStatement(list, { ...page, after, take })}`,
      ),
    position: ({ since, id }) => ({ at: since, id }),
    present: presentPersonColumns,
  });
}
