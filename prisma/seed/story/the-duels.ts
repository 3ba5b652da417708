import type { Cast } from "../cast";
import type { Person } from "../person";
import type { World } from "../world";

/** The evenings on which Fatima's class met to duel, in days before the story ends. */
const EVENINGS = [16, 15, 13, 12, 10, 9];

/** How each person plays: the cup, counted from 1, and the chips on it for each of the five balls. */
const STYLES = {
  careful: { cup: 3, stakes: [5, 5, 5, 5, 5] },
  even: { cup: 3, stakes: [20, 20, 20, 20, 20] },
  sly: { cup: 2, stakes: [0, 0, 30, 30, 40] },
  bold: { cup: 1, stakes: [50, 50, 0, 0, 0] },
} as const;

type Style = keyof typeof STYLES;

/** Four people who play each other evening after evening, until their ratings are certain. */
export async function theDuels(world: World, { chidi, fatima, goro, jonah }: Cast): Promise<void> {
  const table: [Person, Style][] = [
    [fatima, "careful"],
    [chidi, "even"],
    [goro, "sly"],
    [jonah, "bold"],
  ];
  for (const evening of EVENINGS) {
    world.daysAgo(evening, "19:00");
    for (const [index, one] of table.entries()) for (const other of table.slice(index + 1)) await duel(one, other);
  }
}

/** An open duel for the reader to play: Fatima has played already. */
export async function theOpenDuel({ ada, fatima }: Cast): Promise<void> {
  const id = await fatima.challenges(ada);
  await fatima.playsDuel(id, STYLES.careful);
}

/** A duel that finished this morning and is worth watching: Jonah stakes everything on the outermost cup. */
export async function theLastStand({ ada, jonah }: Cast): Promise<void> {
  await duel([ada, "sly"], [jonah, "bold"]);
}

async function duel([challenger, ofOne]: [Person, Style], [opponent, ofOther]: [Person, Style]): Promise<void> {
  const id = await challenger.challenges(opponent);
  await challenger.playsDuel(id, STYLES[ofOne]);
  await opponent.playsDuel(id, STYLES[ofOther]);
}
