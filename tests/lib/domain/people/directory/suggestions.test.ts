import { expect, test } from "vitest";
import { idFor } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

test("suggests recent posters, the most followed first, except oneself and people already followed", async () => {
  const [reader, known, popular, quiet, silent, hidden] = await Promise.all(
    Array.from({ length: 6 }, () => newPerson()),
  );
  const post = (by: typeof reader, audience: "PUBLIC" | "PRIVATE" = "PUBLIC") =>
    database().prisma.post.create({
      data: { id: idFor(by!, "post"), authorId: by!.actor.id, content: "Hello", audience, createdAt: by!.now },
    });
  await Promise.all([post(reader), post(known), post(popular), post(quiet), post(hidden, "PRIVATE")]);
  await followUser(reader!, { handle: known!.actor.handle });
  for (const follower of [quiet, silent]) await followUser(follower!, { handle: popular!.actor.handle });

  const suggested = await listSuggestions(reader!, { limit: 10 });
  expect(suggested.map(({ handle }) => handle)).toEqual([popular!.actor.handle, quiet!.actor.handle]);
  expect(await listSuggestions(reader!, { limit: 1 })).toHaveLength(1);
});
