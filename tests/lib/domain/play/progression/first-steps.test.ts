import { expect, test } from "vitest";
import { followUser } from "@/lib/domain/people/graph/commands";
import { getFirstSteps } from "@/lib/domain/play/progression/first-steps";
import { FIRST_FOLLOWS, NEWCOMER_DAYS } from "@/lib/domain/play/progression/rules";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { later, newPerson } from "@/tests/support/people";

test("people are suggested to a newcomer until they follow three, and to nobody who joined long ago", async () => {
  const newcomer = await newPerson();
  for (let followed = 0; followed < FIRST_FOLLOWS; followed += 1) {
    expect(await getFirstSteps(newcomer)).toMatchObject({ needsPeople: true, follows: followed > 0 });
    await followUser(newcomer, { handle: (await newPerson()).actor.handle });
  }
  expect(await getFirstSteps(newcomer)).toMatchObject({ needsPeople: false, follows: true });

  const regular = await newPerson();
  const days = NEWCOMER_DAYS * 86_400;
  expect(await getFirstSteps(later(regular, days - 60))).toMatchObject({ needsPeople: true });
  expect(await getFirstSteps(later(regular, days + 60))).toMatchObject({ needsPeople: false, follows: false });
});

test.each(["PUBLIC", "FOLLOWERS", "PRIVATE"] as const)(
  "a first post, %s, is asked for once: not after it was deleted either",
  async (audience) => {
    const writer = await newPerson();
    expect(await getFirstSteps(writer)).toMatchObject({ needsPost: true });
    const { id } = await createPost(writer, { content: "Hello", audience });
    expect(await getFirstSteps(writer)).toMatchObject({ needsPost: false });
    await deletePost(writer, { id });
    expect(await getFirstSteps(writer)).toMatchObject({ needsPost: false });
  },
);
