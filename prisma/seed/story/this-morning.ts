import { applaud, type Cast } from "../cast";
import type { World } from "../world";
import { theLastStand, theOpenDuel } from "./the-duels";

/** Yesterday evening, and the hours before the reader arrives. All unread notifications come from here. */
export async function thisMorning(world: World, cast: Cast): Promise<void> {
  const { ada, bosse, chidi, dana, emil, fatima, goro, hanne, ines, jonah, kavya, lou } = cast;

  world.hoursAgo(23);
  for (const person of Object.values(cast)) {
    await person.catchesUp();
    await person.collects();
  }
  const key = await ada.posts(
    "Wrote a little script that posts here when the abacus moves a meeting. One key, one scope, eleven lines. If I go quiet, I am in a meeting. If I post a lot, I am in many.",
  );
  await applaud(world, cast, key, 8);
  const scope = await kavya.comments(key, "Only write:posts? I am so proud.");
  await ada.replies(scope, "It expires in thirty days, too. I know who is reading.");
  await dana.comments(
    key,
    "Does it say which meeting? Some of us would like to know which ones can be moved by a thumb.",
  );

  world.hoursAgo(15);
  const rye = await hanne.posts(
    "Two hundred rye out before the trams. The spreadsheet said 04:52, the oven said 04:53, and I believe the oven. #SmallWins",
  );
  await applaud(world, cast, rye, 6);
  await goro.comments(rye, "Always believe the oven. It has no opinions.");
  await bosse.reposts(rye);

  world.hoursAgo(9);
  const fixed = await bosse.posts(
    "Deleted an index nobody used. Saved nine gigabytes. Felt like tidying a drawer and finding out that the drawer was not mine. #SmallWins",
  );
  await applaud(world, cast, fixed, 7);
  await kavya.comments(fixed, "Was it the lonely one?");
  await chidi.comments(fixed, "Put it on the board next to the spare pegs.");

  world.hoursAgo(5);
  await fatima.plays({ times: 3, cup: 3, stake: 1 });
  const yasmine = await fatima.posts(
    "Yasmine asked today whether a fair game can still be one you should not play. I gave her full marks and the rest of the lesson off. #SmallWins",
  );
  await applaud(world, cast, yasmine, 9);
  await jonah.comments(yasmine, "Asking for a friend: what did she decide?");
  await lou.comments(yasmine, "She still wants her percentage, I take it.");
  await lou.reposts(yasmine);

  world.hoursAgo(3);
  await jonah.plays({ times: 4, cup: 3, stake: 1 });
  const tuesdays = await jonah.posts(
    "Went to the Tuesday class. Dropped three balls on a real board, lost all three, understood why, and have never been so happy about minus three. #SmallWins",
  );
  await fatima.likes(tuesdays);
  await fatima.comments(tuesdays, "Next week: variance. Bring a ball.");
  await chidi.likes(tuesdays);
  await emil.likes(tuesdays);
  await theLastStand(cast);

  world.hoursAgo(2);
  await ines.follows(hanne, kavya, dana);
  const minute = await goro.posts(
    "The tower of Veldhaven answers on the internet now, and it is 41 seconds late. I asked it why. It said 200 OK. I have never felt so close to a machine. #SmallWins",
  );
  for (const reader of [emil, ines, lou, ada]) await reader.likes(minute);
  await lou.comments(minute, "Page one tomorrow, if you let me quote you.");
  await goro.comments(minute, "You may. Please get the second right.");
  await lou.quotes(minute, "Page one. The second was checked twice, and the tower apologises to nobody.");
  await kavya.follows(goro, fatima);

  world.hoursAgo(1);
  await theOpenDuel(cast);
  await ines.comments(key, "@ada the abacus should get a face. Eleven pixels. I have one left over from a newt.");
  await chidi.likes(key);
  await dana.posts(
    "Tried the board with the keyboard and the sound on: arrows choose the cup, Enter lets go, and the result is said once, plainly. Somebody thought about this. I lost four coins and I am delighted. #SmallWins",
  );
  await dana.plays({ times: 4, cup: 2, stake: 1 });
}
