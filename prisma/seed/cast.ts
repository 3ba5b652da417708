import { hashPassword } from "@/lib/domain/accounts/users/password";
import { Person, type Post } from "./person";
import type { World } from "./world";

const HOUR = 3600;

/** The people in the story. `joined` is in days before it ends. */
const PEOPLE = {
  ada: {
    name: "Ada Moreno",
    joined: 41,
    bio: "Builds small things out of brass and code. If it clicks, I want to know why.",
  },
  bosse: {
    name: "Bo Lindqvist",
    joined: 40,
    bio: "Databases by day, sourdough by night. Opinions are mine, indexes are shared.",
  },
  chidi: {
    name: "Chidi Okafor",
    joined: 38,
    bio: "Woodworker who designs games. Pegs, balls, gravity. Lagos and Leeds.",
  },
  dana: {
    name: "Dana Whitfield",
    joined: 36,
    bio: "Accessibility engineer. I use your site with the screen off and then I write to you, kindly.",
  },
  emil: { name: "Emil Novák", joined: 33, bio: "Synths, solder, sleep deprivation. Mostly online after midnight." },
  fatima: {
    name: "Fatima Zahra El Idrissi",
    joined: 30,
    bio: "I teach probability to fifteen-year-olds. They are tougher than any referee.",
  },
  goro: {
    name: "Goro Tanaka",
    joined: 27,
    bio: "Forty years a clockmaker. Learning TypeScript, which ticks less regularly.",
  },
  hanne: {
    name: "Hanne Visser",
    joined: 24,
    bio: "Bakery in Utrecht. Not a programmer. I just automate things until the spreadsheet gives up.",
  },
  ines: { name: "Inês Carvalho", joined: 21, bio: "Illustrator. Sixteen pixels are plenty." },
  jonah: {
    name: "Jonah Pike",
    joined: 17,
    bio: "Second-year student. Will explain my Plinko strategy to anyone who does not run.",
  },
  kavya: {
    name: "Kavya Raman",
    joined: 14,
    bio: "Keeps other people’s servers up. Retries with jitter, in life as well.",
  },
  lou: {
    name: "Lou Bernard",
    joined: 42,
    bio: "Edits the blog and the news here. Send corrections, I collect them.",
    role: "EDITOR",
  },
} as const satisfies Record<string, { name: string; joined: number; bio: string; role?: "EDITOR" }>;

export type Handle = keyof typeof PEOPLE;
export type Cast = Record<Handle, Person>;

export async function gather(world: World, password: string): Promise<Cast> {
  const passwordHash = await hashPassword({}, password);
  const members: [string, Person][] = [];
  for (const [handle, { joined, name, bio, ...rest }] of Object.entries(PEOPLE)) {
    world.daysAgo(joined, "06:00");
    world.pass(2 * HOUR);
    const person = { id: world.id("user"), handle, name, role: "role" in rest ? rest.role : ("MEMBER" as const) };
    const since = world.time;
    const email = `${handle}@pegboard.example`;
    await world.insert("User", { ...person, bio, email, emailVerifiedAt: since, passwordHash, createdAt: since });
    members.push([handle, new Person(world, { ...person, image: null, tier: "free" }, since)]);
  }
  return Object.fromEntries(members) as Cast;
}

/** Lets `count` people like a post, among those who have joined, except its author and the `but` people. */
export async function applaud(world: World, cast: Cast, post: Post, count: number, ...but: Person[]): Promise<void> {
  const readers = Object.values(cast).filter(
    (person) => person !== post.author && !but.includes(person) && person.since < world.time,
  );
  for (const reader of world.some(readers, count)) await reader.likes(post);
}
