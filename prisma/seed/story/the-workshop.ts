import { applaud, type Cast } from "../cast";
import { NEWT } from "../images";
import type { World } from "../world";

/** Two weeks ago: a baker, an illustrator and somebody who keeps servers up. */
export async function theWorkshop(world: World, cast: Cast): Promise<void> {
  const { ada, bosse, chidi, dana, emil, fatima, goro, hanne, ines, jonah, kavya, lou } = cast;

  world.daysAgo(16, "04:50");
  const oven = await hanne.posts(
    "Nobody tells you that running a bakery is queue theory with butter. At five the croissants overtake the rye and if they meet at the oven door we all lose.",
  );
  await hanne.follows(bosse, ada, fatima, lou);
  world.daysAgo(16, "09:15");
  const queue = await bosse.comments(oven, "You need a priority inversion protocol.");
  await hanne.replies(queue, "I need a second oven. But I will tell the bank it is called that.");
  await applaud(world, cast, oven, 8, bosse);
  await bosse.likes(oven);
  await chidi.reposts(oven);
  await bosse.follows(hanne);
  await ada.follows(hanne);

  world.daysAgo(15, "17:30");
  const pixels = await ines.posts(
    "They asked me to draw a pet. I sent forty. They took the dog. I knew, I just wanted them to see the newt.",
  );
  await ines.follows(ada, chidi, emil, lou, goro);
  await applaud(world, cast, pixels, 9);
  const newt = await dana.comments(pixels, "Please describe the newt.");
  await ines.replies(newt, "Green, eleven pixels long, and disappointed in me.");
  await applaud(
    world,
    cast,
    await ines.shows(NEWT, "By request of three people and one accessibility engineer: the newt."),
    8,
  );
  await goro.comments(pixels, "The dog walks in time. I checked it against the regulator.");
  await ada.follows(ines);
  await chidi.follows(ines);
  await emil.follows(ines);
  await ines.playsBoldly({ until: 60, atMost: 120 });
  await ines.buys("profile-pet");
  await ines.posts(
    "I have now bought my own dog back for fifty coins. It sits on my profile and looks at the newt-shaped hole in my heart.",
  );

  world.daysAgo(13, "22:40");
  const pager = await kavya.posts(
    "Rules I live by: retry with jitter, time out everything, and never say “quiet night” out loud.",
  );
  await kavya.follows(bosse, ada, emil, dana, hanne);
  world.daysAgo(13, "23:30");
  const quiet = await emil.comments(pager, "Quiet night, isn’t it?");
  await kavya.replies(quiet, "EMIL.");
  await applaud(world, cast, pager, 7, emil);
  await emil.likes(pager);
  await bosse.follows(kavya);
  await ada.follows(kavya);
  await emil.follows(kavya);

  world.daysAgo(12, "10:20");
  const lantern = await kavya.posts(
    "The webhook lantern is out: it checks the signature, keeps the envelope, and turns the lamp green when somebody likes something. My flat looks like an aquarium. /builds/webhook-lantern",
  );
  await ada.likes(lantern);
  await bosse.likes(lantern);
  await ada.bookmarks(lantern);
  await ada.comments(lantern, "Built it over lunch. Mine flickers when @jonah loses, which is to say it is a strobe.");
  await jonah.comments(lantern, "I feel seen. In green.");
  await lou.reposts(lantern);

  world.daysAgo(11, "11:05");
  await lou.posts(
    "Why the dog looks sad when you take one pixel away, and other things that Inês taught us: /blog/the-dog-has-sixteen-pixels",
  );
  await fatima.likes(
    await goro.posts("My first program: it prints the time. It is always right. I find this suspicious."),
  );

  world.daysAgo(9, "03:15");
  const patch = await emil.posts(
    "Night patch keeps the takes I did not save and plays them back at breakfast. Today’s breakfast was eleven minutes of one note. It was, in fairness, a good note.",
  );
  world.daysAgo(9, "08:40");
  for (const reader of [ada, ines, goro, kavya, hanne]) await reader.likes(patch);
  await hanne.comments(patch, "I am up at that hour too. Send the note, we will proof the dough to it.");
  await emil.follows(hanne);
  await goro.plays({ times: 10, cup: 3, stake: 1 });
  await dana.plays({ times: 5, cup: 1, stake: 1 });
  await chidi.follows(goro);
  await goro.follows(ines, hanne);
}
