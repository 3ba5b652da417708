import fs from "node:fs";
import path from "node:path";
import { applaud, type Cast, type Handle } from "../cast";
import type { World } from "../world";

/** Small talk, a post a line: days ago, time, who, how many liked it, and what they said. */
const LINES = /^(?<days>\d+) (?<time>\S+) (?<who>\w+) (?<likes>\d+) (?<what>.+)$/gm;

export async function smallTalk(world: World, cast: Cast): Promise<void> {
  const said = fs.readFileSync(path.join(import.meta.dirname, "small-talk.txt"), "utf8");
  for (const { groups = {} } of said.matchAll(LINES)) {
    const { days, time = "", who, likes, what = "" } = groups;
    world.daysAgo(Number(days), time);
    const post = await cast[who as Handle].posts(what);
    await applaud(world, cast, post, Number(likes));
  }
}
