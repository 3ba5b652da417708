import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import {
  ask,
  inputsOf,
  NONE,
  type Operation,
  pathOf,
  readOperations,
  readsByIds,
} from "@/tests/support/read-operations";
import { fieldsOf, hasPart } from "@/tests/support/schema-parts";
import { GAMES, makeTwins, type Twin, TWINS, type TwinsWorld } from "./twins";

type Reader = "stranger" | "follower";
type Outcome = "shown" | "hidden";
type Outcomes = Record<Exclude<Twin, "visible">, Outcome>;

const EVERYBODY = { blocked: "shown", blocking: "shown", closed: "shown" } as const;
const CHOSEN = { muted: "shown" } as const;

/** Where lists depart from `ruleOf`, each as docs/contract.md says. */
const EXCEPTIONS: Record<string, Partial<Outcomes>> = {
  "search/people": { suspended: "hidden", limited: "hidden" },
  suggest: { suspended: "hidden", limited: "hidden" },
  "presence/friends": { suspended: "hidden" },
  "friends/active": { suspended: "hidden" },
  // Suspending makes people leave their rooms, and members of a room all see each other.
  rooms: { suspended: "hidden" },
  "rooms/{code}": EVERYBODY,
  "rooms/{code}/messages": EVERYBODY,
  events: CHOSEN,
  // Lists by topic, like a search.
  "tags/{tag}/posts": { muted: "hidden" },
  "timeline/tags/{tag}/posts": { muted: "hidden" },
  // What a limited person reposts is by others.
  "timeline/users/{handle}/posts": { limited: "shown" },
  "me/bookmarks": CHOSEN,
  "timeline/bookmarks": CHOSEN,
  // A guest whose account is closed has no name.
  "invitations/guests": { closed: "shown" },
};

/** Lists without twins: of whom the reader hides, of the sandbox's own people, and of a guild's members on Discord. */
const OF_OTHERS = ["me/blocks", "me/mutes", "sandbox", "guilds/{id}/leaderboard"];

const LISTS = readOperations().filter(
  (operation) => showsPeople(operation) && !operation.staff && !OF_OTHERS.includes(pathOf(operation)),
);

let world: TwinsWorld;
beforeAll(async () => void (world = await makeTwins()));

test.each(LISTS.map((list) => [`GET ${list.path}`, list] as const))(
  "%s hides the people whom its reader may not see, and no others",
  async (name, list) => {
    const byStranger = await outcomesOf(list, "stranger");
    const reader = byStranger.visible === "shown" ? "stranger" : "follower";
    const { visible, ...found } = reader === "stranger" ? byStranger : await outcomesOf(list, reader);
    expect(
      visible,
      `None of the seven people is in ${name}: let them do what it lists in tests/lib/domain/people/safety/twins.ts.`,
    ).toBe("shown");
    expect(
      found,
      `Conditions are in lib/domain/kernel/visibility.ts. If ${name} is right, say so in EXCEPTIONS of this test. ` +
        "What twins.ts lets them do shows in other lists too.",
    ).toEqual({ ...ruleOf(list, reader), ...EXCEPTIONS[pathOf(list)] });
  },
);

/** What lists do with each twin, as docs/contract.md says of blocking and muting, of closing, and of decisions. */
function ruleOf(list: Operation, reader: Reader): Outcomes {
  const { path, returns } = list;
  const names = (field: string) => hasPart(returns, (part) => field in fieldsOf(part));
  const [isPost, isWritten, isNotification] = [names("audience"), names("author"), names("actor")];
  const isLookedUp = path.includes("{") || readsByIds(list);
  return {
    blocked: "hidden",
    blocking: "hidden",
    // Comments stay, without a name.
    closed: isWritten && !isPost && isLookedUp ? "shown" : "hidden",
    muted: (isPost || isNotification) && !isLookedUp ? "hidden" : "shown",
    limited: (isWritten || isNotification) && reader === "stranger" ? "hidden" : "shown",
    suspended: "shown",
  };
}

/** Whether each twin is named in the pages of a list, or has a page of their own, for a reader. */
async function outcomesOf(list: Operation, reader: Reader): Promise<Record<Twin, Outcome>> {
  const { twins, own, comments } = world;
  const values = {
    ...NONE,
    posts: own.map(({ post }) => post),
    handle: own.map(({ by }) => by.actor.handle),
    slug: own.map(({ slug }) => slug),
    commentId: comments,
    code: own.map(({ code }) => code),
    game: GAMES,
    tag: ["zebra"],
  };
  const ctx = createContext({ actor: world[reader].actor, channel: list.channel, afterCommit: () => undefined });
  let shown = "";
  for (const input of inputsOf(list, values)) {
    const rows = listsIn(await ask(ctx, list, input)).flat();
    const owner = own.find(({ by, post, slug }) => [by.actor.handle, post, slug].includes(Object.values(input)[0]!));
    shown += JSON.stringify(rows.length > 0 ? [rows, owner?.by.actor.id] : []);
  }
  const isShown = ({ actor: { id, handle } }: Context) => [id, handle].some((name) => shown.includes(`"${name}"`));
  const outcomes = TWINS.map((twin) => [twin, isShown(twins[twin]) ? "shown" : "hidden"]);
  return Object.fromEntries(outcomes) as Record<Twin, Outcome>;
}

/** The lists in a response. */
const listsIn = (value: unknown): unknown[][] =>
  Array.isArray(value) ? [value] : typeof value === "object" ? Object.values(value ?? {}).flatMap(listsIn) : [];

/** Whether an operation declares that it returns a list of people, or of what people did. */
function showsPeople({ returns, paginated }: Operation): boolean {
  const isPerson = (part: z.ZodType) =>
    "username" in fieldsOf(part) || ["handle", "image"].every((field) => field in fieldsOf(part));
  return paginated
    ? hasPart(returns, isPerson)
    : hasPart(returns, (part) => part.def.type === "array" && hasPart(part, isPerson));
}
