import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { files } from "@/lib/api/session/files";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { changeProfile } from "@/lib/domain/accounts/users/profile";
import type { Context } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { publishPost, writeArticle } from "@/lib/domain/writing/articles/commands";
import { removeBuild } from "@/lib/domain/writing/builds/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { getPost, listFeed } from "@/lib/domain/writing/posts/queries";
import {
  claimPreviews,
  deleteOldPreviews,
  dropOverduePreviews,
  fetchClaimed,
  imageKey,
} from "@/lib/domain/writing/previews/queue";
import { KEPT_MS, MAX_WAIT_MS, RETENTION_MS, SITE_PAUSE_MS } from "@/lib/domain/writing/previews/rules";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { storage } from "@/lib/infra/storage/storage";
import { platformContext } from "@/lib/queue/platform";
import { PreviewWorker } from "@/lib/queue/preview-worker";
import { newBuild } from "@/tests/support/builds";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";
import { duelBetween, playDuel } from "../../play/duels/players";
import { useLyingSite } from "./lying-site";

const site = useLyingSite();
const page = (title: string) => `<title>${title}</title>`;

let ada: Context;
let ben: Context;
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
  await database().prisma.linkPreview.deleteMany();
});

const write = (by: Context, content: string) => createPost(by, { content, audience: "PUBLIC" });
const shown = async (as: Context, id: string) => (await getPost(as, { id })).preview;
/** Lets the sites rest, as if their pause was over. */
const rest = () => database().prisma.$executeRaw`
  UPDATE "LinkPreview" SET "fetchedAt" = "fetchedAt" - ${SITE_PAUSE_MS} * interval '1 millisecond'`;

/** Fetches what is due. */
async function fetchDue(): Promise<void> {
  await rest();
  const worker = new PreviewWorker();
  worker.notify();
  await worker.waitUntilIdle();
}

async function storedPictures(): Promise<string[]> {
  const keys = [];
  for await (const { key } of storage().list("previews")) keys.push(key);
  return keys.toSorted();
}

describe("a post's first link", () => {
  test("is previewed once its page was fetched, after the commit, by nobody who reads it", async () => {
    const url = site.html(page("Brass"));
    const { id } = await write(ada, `See ${url}#polish and ${site.html(page("Second"))}`);
    expect(await shown(ben, id)).toBeNull();
    expect(site.asked).toEqual([]);
    await fetchDue();
    expect(await shown(ben, id)).toEqual({ url, title: "Brass", description: "", site: "127.0.0.1", image: null });
    expect(site.asked.map(({ path }) => path).filter((path) => path !== "/robots.txt")).toEqual([
      new URL(url).pathname,
    ]);
  });

  test("changes with an edit", async () => {
    const { id } = await write(ada, `See ${site.html(page("First"))}`);
    await editPost(ada, { id, content: `See ${site.html(page("Second"))}` });
    await fetchDue();
    await fetchDue();
    expect((await shown(ben, id))?.title).toBe("Second");
    await editPost(ada, { id, content: "See nothing" });
    expect(await shown(ben, id)).toBeNull();
  });

  test.each(["`https://example.com/`", "https://127.0.0.1/", "http://user:secret@example.com/", "ftp://example.com/"])(
    "%s has no preview, and nothing is requested",
    async (link) => {
      env().webhooks.allowPrivateTargets = false;
      await write(ada, `See ${link}`);
      expect(await database().prisma.linkPreview.count()).toBe(0);
    },
  );

  test("has none where the deployment fetches no pages, but what is on this site has one", async () => {
    env().linkPreviews = false;
    await write(ada, `See ${site.html(page("Off"))}`);
    expect(await database().prisma.linkPreview.count()).toBe(0);
    const { id } = await write(ada, `See ${env().siteUrl}/users/${ben.actor.handle}`);
    expect((await shown(ben, id))?.title).toBe(`Somebody (@${ben.actor.handle})`);
  });

  test("shows a picture that this site serves, and that is gone with the next one", async () => {
    const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "gold" } })
      .png()
      .toBuffer();
    const image = site.serve((response) => response.writeHead(200).end(picture));
    const url = site.html(`${page("Pictured")}<meta property="og:image" content="${image}">`);
    const { id } = await write(ada, url);
    await fetchDue();
    const address = (await shown(ben, id))?.image ?? "";
    expect(address).toMatch(new RegExp(`^${env().siteUrl}/api/previews/prv_`));
    const imageId = address.split("/").at(-1)!;
    expect(await files.preview(ben, { id: imageId })).toMatchObject({ contentType: "image/webp", isPublic: true });
    await database().prisma.linkPreview.updateMany({ data: { staleAt: new Date(0) } });
    await write(ada, url);
    await fetchDue();
    expect((await shown(ben, id))?.image).not.toBe(address);
    await expect(files.preview(ben, { id: imageId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a page", () => {
  const asked = (url: string) => site.asked.filter(({ path }) => path === new URL(url).pathname).length;

  test("is fetched once for many posts at once, by any number of workers", async () => {
    const url = site.html(page("Popular"));
    const people = await Promise.all(Array.from({ length: 10 }, () => newPerson()));
    const posts = await Promise.all(people.map((person) => write(person, url)));
    await Promise.all(Array.from({ length: 4 }, fetchDue));
    expect(asked(url)).toBe(1);
    for (const { id } of posts) expect((await shown(ben, id))?.title).toBe("Popular");
  });

  test("is kept for a week, and fetched again for a post after that", async () => {
    const url = site.html(page("Before"));
    const { id } = await write(ada, url);
    await fetchDue();
    await write(ben, url);
    await fetchDue();
    expect(asked(url)).toBe(1);
    const { staleAt, fetchedAt } = await database().prisma.linkPreview.findFirstOrThrow();
    expect(staleAt!.getTime() - fetchedAt!.getTime()).toBeCloseTo(KEPT_MS + SITE_PAUSE_MS, -4);
    await database().prisma.linkPreview.updateMany({ data: { staleAt: new Date(0) } });
    site.answers.set(new URL(url).pathname, (response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(page("After")),
    );
    await write(ben, url);
    await fetchDue();
    expect([asked(url), (await shown(ada, id))?.title]).toEqual([2, "After"]);
  });

  test("that fails is not fetched again for each post that links to it", async () => {
    const url = site.serve((response) => response.writeHead(500).end());
    for (const by of [ada, ben]) {
      expect(await shown(ada, (await write(by, url)).id)).toBeNull();
      await fetchDue();
    }
    expect(asked(url)).toBe(1);
  });

  test("waits behind others of its site alone, however many those are", async () => {
    const slow = Array.from({ length: 20 }, () => site.serve(() => undefined));
    for (const url of slow) await write(ada, url);
    const other = site.html(page("Other")).replace("127.0.0.1", "localhost");
    const { id } = await write(ben, other);
    const claimed = await claimPreviews(platformContext(), { limit: 4, after: "" });
    expect(claimed.map(({ site }) => site).toSorted()).toEqual(["127.0.0.1", "localhost"]);
    expect(await claimPreviews(platformContext(), { limit: 4, after: "" }), "both are being read").toEqual([]);
    await fetchClaimed(
      platformContext(),
      claimed.find(({ site }) => site === "localhost")!,
    );
    expect((await shown(ada, id))?.title).toBe("Other");
  });

  test("that a crashed worker was fetching is fetched by another when its lease ends", async () => {
    const url = site.html(page("Again"));
    const { id } = await write(ada, url);
    expect(await claimPreviews(platformContext(), { limit: 1, after: "" })).toHaveLength(1);
    await fetchDue();
    expect(await shown(ada, id)).toBeNull();
    await database().prisma.linkPreview.updateMany({ data: { leaseEndsAt: new Date(0) } });
    await fetchDue();
    expect((await shown(ada, id))?.title).toBe("Again");
  });

  test("says what it said last, and keeps no other picture, when a worker was slower than its lease", async () => {
    const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: "gold" } })
      .png()
      .toBuffer();
    const image = site.serve((response) => response.writeHead(200).end(picture));
    let version = 0;
    const url = site.serve((response) => {
      const head = `${page(`Version ${(version += 1)}`)}<meta property="og:image" content="${image}">`;
      response.writeHead(200, { "Content-Type": "text/html" }).end(head);
    });
    const { id } = await write(ada, url);
    const [late] = await claimPreviews(platformContext(), { limit: 1, after: "" });
    await database().prisma.linkPreview.updateMany({ data: { leaseEndsAt: new Date(0) } });
    await fetchDue();
    const before = [await shown(ada, id), await storedPictures()];
    await fetchClaimed(platformContext(), late!);
    expect(version).toBe(2);
    expect([await shown(ada, id), await storedPictures()]).toEqual(before);
    expect(before[0]).toMatchObject({ title: "Version 1" });
  });

  test("is forgotten a year after it was fetched, with its picture", async () => {
    const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: "gold" } })
      .png()
      .toBuffer();
    const image = site.serve((response) => response.writeHead(200).end(picture));
    const { id } = await write(ada, site.html(`${page("Old")}<meta property="og:image" content="${image}">`));
    await fetchDue();
    const { imageId } = await database().prisma.linkPreview.findFirstOrThrow();
    await deleteOldPreviews(platformContext());
    expect(await storage().size(imageKey(imageId!))).toBeGreaterThan(0);
    await database().prisma.linkPreview.updateMany({ data: { fetchedAt: new Date(Date.now() - RETENTION_MS - 1) } });
    await deleteOldPreviews(platformContext());
    expect([await shown(ada, id), await storage().size(imageKey(imageId!))]).toEqual([null, null]);
  });

  test("takes posts from the feeds of those who mute a word of it", async () => {
    const { id } = await write(ada, site.html(page("A spoiler")));
    const other = await write(ada, `/posts/${(await write(ada, "The other spoiler")).id}`);
    await fetchDue();
    const ids = async () => (await listFeed(ben, { limit: 50 })).data.map((entry) => entry.id);
    expect(await ids()).toEqual(expect.arrayContaining([id]));
    await muteWord(ben, { phrase: "spoiler" });
    expect(await ids()).not.toContain(id);
    expect(await ids()).not.toContain(other.id);
  });

  test("that waited too long is given up", async () => {
    await write(ada, site.html(page("Late")));
    const dueAt = new Date(Date.now() - MAX_WAIT_MS - 1000);
    await database().prisma.linkPreview.updateMany({ data: { dueAt } });
    await dropOverduePreviews(platformContext());
    await fetchDue();
    expect(site.asked).toEqual([]);
  });
});

describe("a link to this site", () => {
  const address = (path: string) => `${env().siteUrl}${path}`;

  test("shows a post, by its address or its path, to those who may see it and hear its author", async () => {
    const image = await newImage(ada, { alt: "A lamp" });
    const lamp = await createPost(ada, { content: "A lamp", audience: "PUBLIC", media_ids: [image] });
    const cleo = await newPerson();
    const links = await Promise.all([
      write(ben, `See ${address(`/posts/${lamp.id}`)}`),
      write(ben, `/posts/${lamp.id}`),
    ]);
    for (const { id } of links)
      expect(await shown(cleo, id)).toEqual({
        url: address(`/posts/${lamp.id}`),
        title: `Somebody (@${ada.actor.handle})`,
        description: "A lamp",
        site: "Pegboard",
        image: address(`/api/media/${image}`),
      });
    await muteUser(cleo, { handle: ada.actor.handle });
    expect(await shown(cleo, links[0].id)).toBeNull();
    await deletePost(ada, lamp);
    expect(await shown(ben, links[0].id)).toBeNull();
  });

  test("shows a followers' post to them alone, and to no key", async () => {
    const { id } = await createPost(ada, { content: "For friends", audience: "FOLLOWERS" });
    const link = await write(ada, address(`/posts/${id}`));
    await followUser(ben, { handle: ada.actor.handle });
    expect((await shown(ben, link.id))?.description).toBe("For friends");
    expect(await shown({ ...ben, channel: "api" }, link.id)).toBeNull();
    expect(await shown(await newPerson(), link.id)).toBeNull();
  });

  test("shows a build until it is taken down, and to nobody whom its author blocks", async () => {
    const slug = await newBuild(ada);
    const { id } = await write(ben, address(`/builds/${slug}`));
    const cleo = await newPerson();
    expect((await shown(cleo, id))?.url).toBe(address(`/builds/${slug}`));
    await blockUser(ada, { handle: cleo.actor.handle });
    expect(await shown(cleo, id)).toBeNull();
    await removeBuild(ada, { slug });
    expect(await shown(ben, id)).toBeNull();
  });

  test("shows a build's cover", async () => {
    const cover = await newImage(ada);
    const slug = await newBuild(ada, { cover: { id: cover, alt: "" } });
    expect((await shown(ben, (await write(ben, address(`/builds/${slug}`))).id))?.image).toBe(
      address(`/api/media/${cover}`),
    );
  });

  test("shows a blog post and a news article, and no more of them than the contract declares", async () => {
    const editor = await newStaff("EDITOR");
    const article = { title: "How it falls", description: "Slowly", content: "# Down" };
    const source = { title: "Source", url: "https://source.example/a", publisher: "Publisher" };
    const post = await publishPost(editor, { ...article, tags: [] });
    const news = await writeArticle(editor, {
      ...article,
      category: "craft",
      featured: false,
      published: true,
      source,
    });
    for (const path of [`/blog/${post.slug}`, `/news/${news.slug}`])
      expect(await shown(ben, (await write(ada, address(path))).id)).toEqual({
        url: address(path),
        title: "How it falls",
        description: "Slowly",
        site: "Pegboard",
        image: null,
      });
  });

  test("shows a duel once it is finished, to those who see and hear both players", async () => {
    const [open, finished] = [await duelBetween(ada, await newPerson()), await playDuel(ada, ben, { ada: 3, ben: 0 })];
    const links = await Promise.all([open, finished].map((id) => write(ada, address(`/ranked/${id}`))));
    const [cleo, dora] = [await newPerson(), await newPerson()];
    expect(await shown(cleo, links[0]!.id)).toBeNull();
    expect(await shown(cleo, links[1]!.id)).toMatchObject({
      title: "Somebody vs Somebody",
      description: expect.stringMatching(/^(Somebody won against Somebody|A duel that ended in a draw)\. /) as string,
    });
    await blockUser(ben, { handle: cleo.actor.handle });
    await muteUser(dora, { handle: ben.actor.handle });
    for (const reader of [cleo, dora]) expect(await shown(reader, links[1]!.id)).toBeNull();
  });

  test("shows a person as they are now, until they leave", async () => {
    const { id } = await write(ben, address(`/users/${ada.actor.handle.toUpperCase()}`));
    await changeProfile(ada, { bio: "Brass and code" });
    expect(await shown(ben, id)).toMatchObject({
      title: `Somebody (@${ada.actor.handle})`,
      description: "Brass and code",
    });
    await closeAccount({ ...ada, session: { id: "", provenAt: ada.now } }, {});
    expect(await shown(ben, id)).toBeNull();
  });

  test.each([
    "/settings/profile",
    "/posts/post_none",
    "/builds/none",
    "/blog/none",
    "/api/v1/me",
    `/users/${randomUUID()}`,
  ])("to %s shows nothing", async (path) => {
    expect(await shown(ben, (await write(ada, address(path))).id)).toBeNull();
    expect(await database().prisma.linkPreview.count()).toBe(0);
  });
});
