import { applaud, type Cast } from "../cast";
import { OVEN } from "../images";
import type { World } from "../world";

/** The last seven days, as they happened. */
export async function theWeek(world: World, cast: Cast): Promise<void> {
  const { ada, bosse, chidi, dana, emil, fatima, goro, hanne, ines, jonah, kavya, lou } = cast;

  world.daysAgo(6, "09:50");
  const ledger = await bosse.posts(
    "Forty lines of SQL that keep a balance honest. No library, two tables, three habits. The third habit is checking. /builds/ledger-in-a-table",
  );
  await applaud(world, cast, ledger, 9);
  const habit = await kavya.comments(ledger, "The conditional update should be taught before the alphabet.");
  await bosse.replies(
    habit,
    "My daughter can say RETURNING. She is two. It is also the only word she has for “again”.",
  );
  await fatima.comments(ledger, "A proof by constraint! I have hung it next to the class rules.");
  await ada.reposts(ledger);
  await ada.bookmarks(ledger);

  world.daysAgo(5, "18:05");
  const numbers = await chidi.posts(
    "@fatima 412 drops, two children, one dented ceiling. 46, 101, 118, 104, 43. Is my board honest?",
  );
  const honest = await fatima.comments(
    numbers,
    "Chi-square 0.2 against 7:16:18:16:7. It is so honest that I’d like to borrow it. What happened to the ceiling?",
  );
  await chidi.replies(honest, "We tested the upper bound.");
  await applaud(world, cast, numbers, 10);
  await goro.reposts(numbers);
  await lou.bookmarks(numbers);

  world.daysAgo(4, "07:45");
  const plans = await chidi.posts(
    "Plans for the tabletop board are up: oak, 36 brass pegs, 38 degrees. If you build one, send me your numbers, and mind the ceiling. /builds/tabletop-plinko",
  );
  await goro.likes(plans);
  await goro.comments(
    plans,
    "I have turned the pegs on the watch lathe. When the ball comes down they play something like a minor sixth.",
  );
  await emil.comments(plans, "Recording. Immediately. When are you home?");
  await emil.likes(plans);
  await hanne.likes(plans);
  await ada.likes(plans);
  await hanne.follows(chidi, goro, ines, emil);
  await fatima.follows(jonah, goro, hanne);
  await ada.follows(jonah, emil);

  world.daysAgo(4, "21:30");
  await ada.plays({ times: 4, cup: 3, stake: 1 });
  await ada.playsBoldly({ until: 60, atMost: 200 });
  await ada.posts(
    "Note to self: order 2 mm brass rod, oil for row four, and stop saying “it is the draught” to clients.",
    "PRIVATE",
  );
  await jonah.playsBoldly({ until: 70, atMost: 40 });
  const broke = await jonah.posts(
    "Update on the strategy: I have had as much as there is and as little as there is. The claim button knows my name.",
  );
  await ines.comments(broke, "Buy the dog while you are rich. The dog cannot be lost.");
  await applaud(world, cast, broke, 6);

  world.daysAgo(3, "10:30");
  const bets = await lou.posts(
    "Bo asked “and if that happens twice at the same moment?” until we all left the room, and then we wrote down what we found. /blog/two-hundred-bets-at-once",
  );
  await bosse.likes(bets);
  await bosse.comments(bets, "For the record, I asked it twice. At the same moment.");
  await kavya.likes(bets);
  await fatima.likes(bets);

  world.daysAgo(2, "08:15");
  const mouse = await dana.posts(
    "A library put its mice in a drawer for a week and loans went up by a ninth, for everybody. I have been saying this for twelve years. I am not smug. I am a bit smug. /news/keyboard-first-and-last",
  );
  await applaud(world, cast, mouse, 10);
  await lou.comments(mouse, "You may be smug until Thursday.");
  await kavya.reposts(mouse);
  await ada.bookmarks(mouse);
  const tab = await goro.comments(mouse, "I have learned the Tab key. Where have you people hidden this?");
  await dana.replies(tab, "Next to the caps lock, behind forty years of habit.");

  world.daysAgo(2, "19:40");
  await ines.shows(
    OVEN,
    "Drew the oven at Hanne’s in sixteen by sixteen. It is the first oven I have ever given a facial expression.",
  );
  await hanne.likes(
    await emil.posts(
      "The pegs are recorded. Goro was right, it is a minor sixth. Goro was also right that it is a little flat, and by how much.",
      "FOLLOWERS",
    ),
  );
}
