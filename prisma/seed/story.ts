import type { Cast } from "./cast";
import { firstPegs } from "./story/first-pegs";
import { smallTalk } from "./story/small-talk";
import { theBoard } from "./story/the-board";
import { theRooms } from "./story/the-rooms";
import { theDuels } from "./story/the-duels";
import { theWeek } from "./story/the-week";
import { theWorkshop } from "./story/the-workshop";
import { thisMorning } from "./story/this-morning";
import type { World } from "./world";

interface Chapter {
  title: string;
  tell(world: World, cast: Cast): Promise<void>;
}

/** The chapters in chronological order, except for small talk. */
export const STORY: Chapter[] = [
  { title: "the first posts", tell: firstPegs },
  { title: "the board, and who lost on it", tell: theBoard },
  { title: "the workshop fills", tell: theWorkshop },
  { title: "the last week", tell: theWeek },
  { title: "evenings of duels", tell: theDuels },
  { title: "what was said in passing", tell: smallTalk },
  { title: "this morning", tell: thisMorning },
  { title: "two rooms", tell: theRooms },
];
