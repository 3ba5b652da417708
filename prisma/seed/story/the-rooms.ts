import type { Cast } from "../cast";
import type { World } from "../world";

/** Two rooms with messages to read. They stay open while their hosts are away. */
export async function theRooms(world: World, cast: Cast): Promise<void> {
  world.hoursAgo(8);
  await nightBench(cast);
  world.hoursAgo(2);
  await tuesdayClass(cast);
}

async function nightBench({ emil, goro, kavya, ines }: Cast): Promise<void> {
  const bench = await emil.opensRoom("Night bench");
  await emil.says(bench, "Anybody still up? The filter works. I do not know why, so I am not touching it.");
  await goro.joins(bench);
  const advice = await goro.says(
    bench,
    "Write down today's date on it. In ten years you will want to know when it was good.",
  );
  await emil.reactsTo(advice, "❤️");
  await kavya.joins(bench);
  await kavya.says(bench, "Page went off, page was wrong, I am awake now. What is the filter supposed to do?");
  await emil.says(
    bench,
    "Sound like rain on a tin roof. Right now it sounds like rain on a tin roof that owes me money.",
  );
  const rain = await ines.joins(bench).then(() => ines.says(bench, "I would like to draw that."));
  await emil.answers(rain, "Sixteen pixels of rain, please. Tin is optional.");
  await goro.plays({ times: 2, cup: 3, stake: 1 });
  await kavya.says(bench, "@goro your clock is 41 seconds late and your ball was on time. Explain.");
  await goro.says(bench, "The ball has nobody to answer to.");
  await goro.leaves(bench);
  await kavya.leaves(bench);
  await ines.leaves(bench);
  await emil.keepsOpen(bench);
}

async function tuesdayClass({ fatima, jonah, chidi, dana, ada }: Cast): Promise<void> {
  const room = await fatima.opensRoom("The Tuesday class");
  const rule = await fatima.says(
    room,
    "House rule: before you drop, say what you expect. After you drop, say whether you were right. Winning is not being right.",
  );
  await fatima.pins(rule);
  await jonah.joins(room);
  await jonah.says(
    room,
    "I expect the middle cup. 18 of 64, so a little more than one in four. I will be wrong most of the time.",
  );
  await jonah.plays({ times: 2, cup: 3, stake: 1 });
  const right = await jonah.says(room, "I was right about being wrong.");
  for (const person of [chidi, dana]) {
    await person.joins(room);
    await person.reactsTo(right, "😂");
  }
  await fatima.reactsTo(right, "🎉");
  await dana.says(
    room,
    "Screen off, sound on: the room told me “2 new messages from Jonah Pike” and not a word more. Thank you, whoever that was.",
  );
  await chidi.says(
    room,
    "I built the real board with eight rows too. The ball does not know which one is the picture.",
  );
  await ada.joins(room);
  await ada.says(room, "I expect cup 1, 7 of 64. Somebody has to.");
  await ada.plays({ times: 1, cup: 1, stake: 1 });
  const proof = await fatima.says(
    room,
    "Everybody press Verify on that one. The hash was there before the ball: /coins/fairness",
  );
  await chidi.answers(proof, "I checked it by hand. It took a page and a half and two coffees.");
  await jonah.says(room, "Next week variance? I will bring a ball.");
  for (const person of [jonah, chidi, dana, ada]) await person.leaves(room);
  await fatima.keepsOpen(room);
}
