import type { Cast } from "../cast";
import type { World } from "../world";

/** The month in which people found the Plinko board, and a teacher found the people. */
export async function theBoard(
  world: World,
  { ada, bosse, chidi, dana, emil, fatima, goro, jonah, lou }: Cast,
): Promise<void> {
  world.daysAgo(33, "01:50");
  const late = await emil.posts(
    "It is two in the morning, I have a soldering iron and a doorbell, and I am about to make the world a little quieter.",
  );
  await emil.follows(ada, dana, bosse);
  world.daysAgo(33, "08:20");
  await dana.likes(late);
  await ada.likes(late);
  await dana.comments(late, "If it can also be felt, not only heard, I know eleven households that want one.");
  await dana.follows(emil);

  world.daysAgo(30, "16:00");
  const class9 = await fatima.posts(
    "Told my class that the middle cup comes up 18 times in 64. “But miss, it FEELS like half.” I have taught for nineteen years and that is the whole subject in one sentence.",
  );
  await fatima.follows(ada, chidi, bosse, lou, dana);
  await ada.follows(fatima);
  await chidi.follows(fatima);
  for (const reader of [ada, bosse, chidi, dana, emil, lou]) await reader.likes(class9);
  const feels = await lou.comments(class9, "May I frame this?");
  await fatima.replies(feels, "The pupil’s name is Yasmine and she wants a percentage.");
  await bosse.reposts(class9);
  await chidi.reposts(class9);
  await ada.bookmarks(class9);

  world.daysAgo(29, "12:15");
  await lou.posts(
    "New on the blog: how the ball falls, peg by peg, and how to catch us if we ever push it. /blog/how-the-ball-falls",
  );
  await fatima.plays({ times: 8, cup: 3, stake: 1 });
  await chidi.plays({ times: 6, cup: 2, stake: 2 });

  world.daysAgo(27, "09:30");
  const ticks = await goro.posts(
    "I repaired clocks for forty years. Now I learn TypeScript. A clock tells you what is wrong by its sound. This one writes a paragraph.",
  );
  await goro.follows(ada, chidi, fatima);
  for (const reader of [ada, bosse, fatima, lou, emil, dana]) await reader.likes(ticks);
  const sound = await bosse.comments(ticks, "Read the last line of the paragraph first. It is always the last line.");
  await goro.replies(sound, "So it is like my brother-in-law. Thank you.");
  await bosse.follows(goro);
  await ada.follows(goro);
  await emil.follows(goro);
  await ada.reposts(ticks);

  world.daysAgo(24, "20:10");
  const walls = await chidi.posts(
    "Question for @fatima: on my real board the ball sometimes hugs the wall for two pegs. Does that break the odds?",
  );
  const answer = await fatima.comments(
    walls,
    "It breaks the independence. Give it a softer rail so that it comes straight back, drop it four hundred times and send me the numbers.",
  );
  await chidi.replies(answer, "Four hundred?!");
  await fatima.replies(answer, "You may use your children.");
  await fatima.likes(walls);
  await goro.likes(walls);

  world.daysAgo(17, "14:45");
  const strategy = await jonah.posts(
    "New here. I have a strategy for the board: after three losses the middle is due. Down to 4 coins but the theory is sound.",
  );
  await jonah.follows(ada, chidi, fatima, emil);
  await jonah.plays({ times: 22, cup: 3, stake: 2 });
  const due = await fatima.comments(
    strategy,
    "The ball does not know what it did yesterday. Come to my class, we meet on Tuesdays.",
  );
  await jonah.replies(due, "Is there a strategy on Tuesdays?");
  await fatima.replies(due, "Yes. It is called not playing.");
  for (const reader of [ada, bosse, chidi, emil, goro, lou]) await reader.likes(strategy);
  await jonah.follows(bosse, goro);
  await bosse.plays({ times: 4, cup: 4, stake: 3 });
}
