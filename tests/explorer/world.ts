import { type APIRequestContext, type BrowserContext, request } from "@playwright/test";
import { listRecentLetters } from "@/lib/domain/accounts/mail/queries";
import { createContext } from "@/lib/domain/kernel/context";
import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { joinAs, type Member } from "@/tests/support/member";
import { makeStaff } from "@/tests/support/staff";
import { winningBin } from "@/tests/support/next-drop";
import { png } from "@/tests/lib/domain/writing/media/images";

/** Who wanders. */
export const ROLES = ["visitor", "member", "editor", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

type StorageState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export interface Account extends Member {
  id: string;
  /** The cookies of a browser that is signed in. */
  cookies: StorageState;
}

/** What every walk begins with. */
export interface World {
  accounts: Record<Exclude<Role, "visitor">, Account>;
  /** Addresses of letters, apps and other screens, and of what is somebody's own. */
  addresses: Record<Role, string[]>;
  /** Texts that a role must never see. */
  secrets: Record<Role, string[]>;
}

interface Person {
  member: Member;
  http: APIRequestContext;
}

/**
 * Makes people for a walk to act as, and gives each a little of all that the product has: whatever has a page or a
 * button can be met. The others act through the product's own routes, as their browsers would.
 */
export async function makeWorld(baseURL: string): Promise<World> {
  const join = (name: string) => newPerson(baseURL, name);
  const [member, editor] = [await join("Wanda"), await join("Edith")];
  const [moderator, admin] = [await join("Moritz"), await join("Adele")];
  const [neighbour, rival, recluse] = [await join("Nils"), await join("Rita"), await join("Selma")];
  const opponent = await join("Olga");
  await makeStaff(editor.member, "EDITOR");
  await makeStaff(moderator.member, "MODERATOR");
  await makeStaff(admin.member, "ADMIN");
  const walkers = [member, editor, moderator, admin];

  const secret = await hideFrom(walkers, recluse);
  const others = { neighbour, rival, opponent };
  const own = {
    member: await furnish(member, others),
    editor: [...(await furnish(editor, others)), ...(await publish(editor))],
    moderator: await furnish(moderator, others),
    admin: await furnish(admin, others),
  };
  await send(opponent, "POST /api/rooms", { name: "A closed room", password: "sesame-sesame" });
  await fillQueues({ member, moderator, admin, neighbour, rival }, baseURL);
  const letters = await linksOfLetters(baseURL);

  const account = async ({ member: one, http }: Person): Promise<Account> => ({
    ...one,
    id: (await database().prisma.user.findUniqueOrThrow({ where: { handle: one.handle } })).id,
    cookies: await http.storageState(),
  });
  const world: World = {
    accounts: {
      member: await account(member),
      editor: await account(editor),
      moderator: await account(moderator),
      admin: await account(admin),
    },
    addresses: {
      visitor: letters,
      member: [...letters, ...own.member],
      editor: [...letters, ...own.editor],
      moderator: [...letters, ...own.moderator],
      admin: [...letters, ...own.admin],
    },
    secrets: {
      visitor: [...secret.ofAll, secret.ofFollowers],
      member: [...secret.ofAll, secret.ofFollowers],
      editor: [...secret.ofAll, secret.ofFollowers],
      moderator: secret.ofAll,
      admin: secret.ofAll,
    },
  };
  for (const { http } of [...walkers, neighbour, rival, opponent, recluse]) await http.dispose();
  return world;
}

async function newPerson(baseURL: string, name: string): Promise<Person> {
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { Origin: baseURL } });
  const member = await joinAs({ request: http } as BrowserContext, name);
  // Old enough to invite people.
  const createdAt = new Date(Date.now() - 30 * DAY_MS);
  await database().prisma.user.update({ where: { handle: member.handle }, data: { createdAt } });
  return { http, member };
}

type Answer = Record<string, string> & { data: Record<string, string>[] };

async function send({ http }: Person, route: string, data?: object): Promise<Answer> {
  const [method = "", path = ""] = route.split(" ");
  const response = await http.fetch(path, { method, data });
  if (!response.ok()) throw new Error(`${route} answered ${response.status()}: ${await response.text()}`);
  return (response.status() === 204 ? {} : await response.json()) as Answer;
}

/** Writes what nobody else may read. Moderators may read what only followers see. */
async function hideFrom(walkers: Person[], recluse: Person) {
  const [followers, deleted, draft, scheduled] = ["quokka", "axolotl", "pangolin", "ocelot"].map((word) => `zq${word}`);
  await send(recluse, "POST /api/posts", { content: `For few: ${followers}`, audience: "FOLLOWERS" });
  for (const { member } of walkers) await send(recluse, `POST /api/users/${member.handle}/block`);
  const { id } = await send(recluse, "POST /api/posts", { content: `Better not: ${deleted}` });
  await send(recluse, `DELETE /api/posts/${id}`);
  await send(recluse, "POST /api/drafts", { content: `Not yet: ${draft}`, audience: "PUBLIC" });
  await send(recluse, "POST /api/posts", { content: `Tomorrow: ${scheduled}`, publish_at: inMs(DAY_MS) });
  return { ofFollowers: followers!, ofAll: [deleted!, draft!, scheduled!] };
}

/** Gives somebody something on every page of theirs. Returns their addresses. */
async function furnish(walker: Person, others: Record<"neighbour" | "rival" | "opponent", Person>): Promise<string[]> {
  const { neighbour, rival, opponent } = others;
  const { handle } = walker.member;
  const ids: string[] = [];
  for (const content of ["A bridge of matches", "It holds a cup #bridges", `With thanks to @${rival.member.handle}`])
    ids.push((await send(walker, "POST /api/posts", { content })).id!);
  const [first, second, third] = ids as [string, string, string];
  const pictured = await send(walker, "POST /api/posts", {
    content: "As it stands",
    media_ids: [await uploadImage(walker)],
  });
  await send(walker, "POST /api/posts", { content: "The ending, told", warning: "The ending" });
  await send(walker, `PATCH /api/posts/${second}`, { content: "It holds two cups #bridges" });
  await send(walker, `PUT /api/posts/${third}/pin`);

  for (const other of [neighbour, rival]) {
    await send(other, `POST /api/users/${handle}/follow`);
    for (const id of [first, second, pictured.id]) await send(other, `POST /api/posts/${id}/like`);
    await send(other, `POST /api/posts/${second}/repost`);
    await send(other, "POST /api/posts", { content: `Look at this, @${handle}`, quote_id: first });
    const { id } = await send(other, `POST /api/posts/${first}/comments`, { content: "How long did it take?" });
    await send(walker, `POST /api/posts/${first}/comments`, { content: "Two evenings.", parent_id: id });
    await send(other, `POST /api/posts/${first}/comments`, { content: "Only two!", parent_id: id });
  }
  const theirs = await send(neighbour, "POST /api/posts", { content: "A clock without hands" });
  for (const act of ["like", "repost", "bookmark"]) await send(walker, `POST /api/posts/${theirs.id}/${act}`);
  await send(walker, `POST /api/users/${neighbour.member.handle}/follow`);
  await send(walker, "POST /api/users/ada/follow");
  await send(walker, "POST /api/tags/bridges/follow");

  for (const content of ["A thought, unfinished", "Another one"])
    await send(walker, "POST /api/drafts", { content, audience: "PUBLIC" });
  for (const hours of [24, 48])
    await send(walker, "POST /api/posts", { content: `In ${hours} hours`, publish_at: inMs(hours * HOUR_MS) });

  for (const [host, guest] of [
    [walker, neighbour],
    [rival, walker],
  ] as const) {
    const { code } = await send(host, "POST /api/rooms", { name: `The room of ${host.member.name}` });
    await send(guest, `POST /api/rooms/${code}/join`, {});
    for (const one of [host, guest, host])
      await send(one, `POST /api/rooms/${code}/messages`, { content: `Hello from ${one.member.name}` });
  }

  await send(rival, "POST /api/ranked", { game: "duel", opponent: handle });
  await send(walker, "POST /api/ranked", { game: "duel", opponent: neighbour.member.handle });
  const { id: duel } = await send(opponent, "POST /api/ranked", { game: "duel", opponent: handle });
  await send(walker, `POST /api/ranked/challenge/${duel}`, { action: "accept" });

  let drop = "";
  for (const amount of [5, 10, 20, 40, 80]) {
    const bin = await winningBin(handle);
    drop = (await send(walker, "POST /api/coins/bet", { bin, amount })).dropId!;
  }
  let build = "";
  for (const title of ["Loom", "Lathe"])
    build = (await send(walker, "POST /api/builds", { ...BUILD, title: `${title} of ${walker.member.name}` })).slug!;
  const { slug } = await send(rival, "POST /api/builds", { ...BUILD, title: "Kiln", price: 7 });
  await send(rival, `POST /api/builds/${slug}/comments`, { content: "It gets warm." });
  await send(walker, `POST /api/builds/${slug}/comments`, { content: "How warm?" });

  await send(walker, "POST /api/developer/keys", { name: "A script", scopes: ["read:posts", "write:posts"] });
  await send(walker, "POST /api/developer/keys", { name: "Another script", scopes: ["read:posts"] });
  const app = await send(walker, "POST /api/developer/apps", {
    name: "Their app",
    redirectUris: ["https://example.com/back"],
  });
  await send(walker, "POST /api/webhooks", { url: "http://127.0.0.1:65530/", events: ["*"] });
  await send(walker, "POST /api/posts", { content: "This is not delivered" });
  await send(walker, "POST /api/invitations", { uses: 1 });
  await send(walker, "POST /api/me/muted-words", { phrase: "spoiler" });
  await send(walker, "POST /api/users/grace/mute").catch(() => undefined);
  await joinRoster(handle);

  const connected = await waitingProgram(walker);
  await send(walker, "POST /api/oauth/device/allow", { userCode: connected });
  const clientId = app.clientId ?? app.id;
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  return [
    ...["", "/likes", "/quotes", "/reposts"].map((list) => `/posts/${first}${list}`),
    ...["", "/edit"].map((page) => `/builds/${build}${page}`),
    `/coins/drops/${drop}`,
    `/guilds/${GUILD}`,
    `/device?code=${await waitingProgram(walker)}`,
    `/oauth/authorize?client_id=${clientId}&response_type=code&redirect_uri=https%3A%2F%2Fexample.com%2Fback&scope=read%3Aposts&state=x&code_challenge=${challenge}&code_challenge_method=S256`,
  ];
}

/** Writes what only editors edit. Returns the addresses. */
async function publish(editor: Person): Promise<string[]> {
  const draft = {
    title: "How the bridge was built",
    description: "Of matches.",
    content: "First the pillars.",
  };
  const source = { title: "Bridges", url: "https://example.com/bridges", publisher: "The Journal" };
  const post = await send(editor, "POST /api/blog", { ...draft, tags: ["bridges"] });
  const article = { ...draft, category: "tools", featured: false, source };
  const drafted = await send(editor, "POST /api/news", { ...article, published: false });
  const published = await send(editor, "POST /api/news", { ...article, title: "It stands", published: true });
  return [
    `/blog/${post.slug}`,
    `/blog/${post.slug}/edit`,
    ...[drafted, published].map(({ slug }) => `/news/${slug}/edit`),
  ];
}

const GUILD = "471100000000000001";

const BUILD = {
  description: "Weaves by itself",
  readme: "# Loom\n\n```js\nweave();\n```",
  category: "tools",
  technologies: ["Oak"],
  price: null,
  repoUrl: null,
  demoUrl: null,
};

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

async function uploadImage(walker: Person): Promise<string> {
  const response = await walker.http.post("/api/images", {
    multipart: { image: { name: "bridge.png", mimeType: "image/png", buffer: Buffer.from(await png()) } },
  });
  if (!response.ok()) throw new Error(`An image was refused: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** A program that waits for its owner to type a code. */
async function waitingProgram({ http }: Person): Promise<string> {
  const form = { client_id: "pegboard-cli", scope: "read:profile" };
  const response = await http.post("/api/oauth/device-authorization", { form });
  return ((await response.json()) as { user_code: string }).user_code;
}

/** Puts somebody onto the roster of a Discord server, as its bot would have. */
async function joinRoster(handle: string): Promise<void> {
  const { prisma } = database();
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { handle } });
  await prisma.guild.upsert({
    where: { id: GUILD },
    create: { id: GUILD, name: "Peg friends", isPublic: true },
    update: {},
  });
  await prisma.guildMember.create({ data: { guildId: GUILD, userId, provenAt: new Date() } });
}

type Crowd = Record<"member" | "moderator" | "admin" | "neighbour" | "rival", Person>;

/** Fills what staff works through: reports, appeals, sign-ups, announcements, policies. */
async function fillQueues({ member, moderator, admin, neighbour, rival }: Crowd, baseURL: string): Promise<void> {
  const report = (by: Person, type: string, id: string) =>
    send(by, "POST /api/reports", { subject: { type, id }, reason: "spam", comment: "Always the same" });
  for (const author of [neighbour, rival, member]) {
    const by = author === neighbour ? rival : neighbour;
    for (const content of ["Buy a bridge", "Buy two bridges"]) {
      const { id } = await send(author, "POST /api/posts", { content });
      await report(by, "post", id!);
    }
    const { id } = await send(author, "POST /api/posts", { content: "A question" });
    const comment = await send(by, `POST /api/posts/${id}/comments`, { content: "Buy bridges here" });
    await report(author, "comment", comment.id!);
  }
  const { id: personId } = await database().prisma.user.findUniqueOrThrow({ where: { handle: rival.member.handle } });
  await report(neighbour, "user", personId);

  for (const author of [member, rival]) {
    const { id } = await send(author, "POST /api/posts", { content: "Bridges, cheap" });
    const filed = await report(neighbour, "post", id!);
    await send(moderator, `POST /api/moderation/reports/${filed.id}`, { action: "hide", reason: "An advertisement" });
    const { data } = await send(author, "GET /api/account/decisions");
    if (author === rival)
      await send(author, "POST /api/account/appeals", {
        decisionId: data[0]!.id,
        content: "It was a joke about bridges.",
      });
  }

  for (const policy of ["terms", "privacy", "rules"])
    await send(admin, `PUT /api/admin/site/policies/${policy}`, { content: "# Be kind\n\nTo all.", version: 0 });
  await send(admin, "POST /api/admin/announcements", { content: "The workshop closes at **ten** today." });
  await send(admin, "PUT /api/admin/sign-up-settings", { mode: "approval", proof: "never" });
  for (const name of ["Walter", "Vera"]) {
    const http = await request.newContext({ baseURL, extraHTTPHeaders: { Origin: baseURL } });
    const handle = `waits_${name.toLowerCase()}`;
    const account = { name, handle, email: `${handle}@example.com`, password: "four words make one" };
    await send({ http, member: account }, "POST /api/register", { ...account, reason: "I build bridges." });
    await http.dispose();
  }
  await send(admin, "PUT /api/admin/sign-up-settings", { mode: "open", proof: "never" });
}

/** Asks for letters, and returns the paths of their links. */
async function linksOfLetters(baseURL: string): Promise<string[]> {
  const letters = await listRecentLetters(createContext({ actor: null, channel: "session" }), 100);
  return [...new Set(letters.flatMap(({ link }) => (link ? [link.replace(baseURL, "")] : [])))];
}
