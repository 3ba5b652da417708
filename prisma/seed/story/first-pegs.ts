import type { Cast } from "../cast";
import type { World } from "../world";

/** Six weeks ago: a few people, an empty board, and a screw. */
export async function firstPegs(world: World, { ada, bosse, chidi, dana, lou }: Cast): Promise<void> {
  world.daysAgo(41, "15:10");
  await lou.posts("The paint is still wet, the board is up. Hang something on it.");
  const screw = await ada.posts(
    "Finished today: one screw. M3, brass, slotted, made by hand because the old one was older than the lathe. It took four hours and it is perfect and nobody will ever see it.",
  );
  await lou.follows(ada);
  await lou.likes(screw);
  await lou.comments(screw, "Somebody just did.");

  world.daysAgo(40, "11:30");
  const hello = await bosse.posts(
    "Hello. I look after databases. If your page is slow, it is an index. If it is not an index, it is a second index.",
  );
  await bosse.follows(ada, lou);
  await bosse.likes(screw);
  await ada.follows(bosse, lou);
  await ada.likes(hello);
  const third = await ada.comments(hello, "And if it is not the second index?");
  await bosse.replies(third, "Then it is the first index again. They get lonely.");
  await lou.likes(hello);

  world.daysAgo(38, "10:05");
  const boards = await chidi.posts(
    "I make games out of wood. Today I learned there is a whole site built around a board with pegs in it. I would like to speak to whoever chose the angle.",
  );
  await chidi.follows(ada, bosse, lou);
  await chidi.likes(screw, hello);
  const angle = await ada.comments(boards, "That was me, and I guessed. What should it have been?");
  await chidi.replies(
    angle,
    "38 degrees. Yours is drawn at 38. I have been measuring my screen with a protractor and I am upset.",
  );
  await ada.likes(boards);
  await ada.follows(chidi);
  await bosse.likes(boards);
  await bosse.reposts(boards);

  world.daysAgo(36, "13:40");
  const focus = await dana.posts(
    "First impressions with the screen off: I always know where I am, buttons are called what they do, and the skip link works. One picture had no description. I have written to you. Kindly.",
  );
  await dana.follows(lou, ada, chidi);
  await lou.comments(focus, "It has one now. Thank you, also for the adverb.");
  await lou.likes(focus);
  await ada.likes(focus);
  await ada.follows(dana);
  await chidi.likes(focus);
  await ada.bookmarks(focus);

  world.daysAgo(34, "18:25");
  const beads = await ada.posts(
    "The abacus is alive: slide a bead, a meeting moves. Mine just moved by itself in front of a client. I said it was the draught.",
  );
  await bosse.likes(beads);
  await dana.likes(beads);
  await chidi.likes(beads);
  const draught = await bosse.comments(beads, "Which way did it move?");
  await ada.replies(draught, "Out of the meeting. It knows me.");
  await chidi.reposts(beads);
}
