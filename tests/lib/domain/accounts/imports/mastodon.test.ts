import { beforeEach, expect, test } from "vitest";
import { PROBLEMS } from "@/lib/domain/accounts/imports/rules";
import type { Context } from "@/lib/domain/kernel/context";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { png } from "@/tests/lib/domain/writing/media/images";
import { readExport } from "@/tests/support/export";
import { newPerson } from "@/tests/support/people";
import { importArchive, NOTHING, rowsOf, zipped } from "./archives";

const HOME = "https://mastodon.example/users/ada";
const EVERYBODY = "https://www.w3.org/ns/activitystreams#Public";
const FOLLOWERS = `${HOME}/followers`;

let eve: Context;
beforeEach(async () => {
  eve = await newPerson();
});

const actor = {
  id: HOME,
  type: "Person",
  preferredUsername: "ada",
  name: "Ada",
  summary: "<p>Makes <b>abacuses</b></p>",
  followers: FOLLOWERS,
  icon: { type: "Image", mediaType: "image/png", url: "avatar.png" },
};

let last = 0;
/** An activity that makes a note, as Mastodon archives it. */
function creation(note: Record<string, unknown>) {
  const id = `${HOME}/statuses/${(last += 1)}`;
  const published = new Date(Date.UTC(2022, 10, 1, 0, 0, last)).toISOString();
  const receivers = { to: [EVERYBODY], cc: [FOLLOWERS] };
  const object = { id, type: "Note", attributedTo: HOME, published, ...receivers, summary: null, inReplyTo: null };
  return { id: `${id}/activity`, type: "Create", actor: HOME, published, object: { ...object, ...note } };
}

const archiveOf = (orderedItems: unknown[], files: Record<string, unknown> = {}) =>
  zipped({ "actor.json": actor, "outbox.json": { type: "OrderedCollection", orderedItems }, ...files });

const bring = async (...items: unknown[]) => importArchive(eve, "mastodon", await archiveOf(items));
const texts = async () => (await listOwnPosts(eve, { limit: 50 })).data.map(({ content }) => content);

test("brings posts with their pictures, warnings, dates and audiences, and the profile", async () => {
  const picture = new Uint8Array(await png());
  const items = [
    creation({
      content: "<p>Hello <a href='https://mastodon.example/tags/brass' class='mention hashtag'>#brass</a></p>",
    }),
    creation({ content: "<p>Friends</p>", to: [FOLLOWERS], cc: [] }),
    creation({
      content: "",
      summary: "Bright",
      sensitive: true,
      attachment: [
        { type: "Document", mediaType: "image/png", url: "/media_attachments/files/1/original/a.png", name: "Pegs" },
        { type: "Document", mediaType: "image/png", url: "/bucket/media_attachments/files/2/b.png", name: null },
        { type: "Document", mediaType: "video/mp4", url: "/media_attachments/files/3/c.mp4" },
      ],
    }),
    creation({ content: "<p>Unlisted</p>", to: [FOLLOWERS], cc: ["as:Public"], sensitive: true }),
  ];
  const archive = await archiveOf(items, {
    "avatar.png": picture,
    "media_attachments/files/1/original/a.png": picture,
    "media_attachments/files/2/b.png": picture,
  });
  expect(await importArchive(eve, "mastodon", archive)).toMatchObject({
    status: "done",
    brought: { posts: 4, images: 3 },
    leftOut: { videos: 1 },
  });
  const { posts, account } = await readExport(eve);
  expect(posts).toMatchObject([
    { content: "Unlisted", audience: "PUBLIC", warning: "Sensitive content" },
    { content: "", audience: "PUBLIC", warning: "Bright" },
    { content: "Friends", audience: "FOLLOWERS", warning: null },
    { content: "Hello #brass", audience: "PUBLIC", tags: ["brass"], imported: true },
  ]);
  expect(account).toMatchObject({ bio: "Makes abacuses", image: expect.stringContaining("/api/media/") as string });
  expect((await listOwnPosts(eve, { limit: 50 })).data[1]).toMatchObject({ media: [{ alt: "Pegs" }, { alt: "" }] });
});

test("leaves out what others wrote, and what is for somebody alone", async () => {
  const item = await bring(
    { type: "Announce", actor: HOME, object: "https://elsewhere.example/1" },
    { ...creation({ content: "Forged" }), actor: "https://mastodon.example/users/ben" },
    creation({ content: "Forged", attributedTo: "https://mastodon.example/users/ben" }),
    creation({ content: "Just you", to: ["https://mastodon.example/users/ben"], cc: [] }),
    creation({ content: "I agree", inReplyTo: "https://elsewhere.example/1" }),
    creation({ content: "And another thing", inReplyTo: `${HOME}/statuses/1` }),
    creation({ content: "Tomorrow", published: "2126-01-01T00:00:00Z" }),
    { type: "Create", actor: HOME, object: "https://mastodon.example/1" },
    null,
    "text",
  );
  expect(item).toMatchObject({
    brought: { posts: 1 },
    leftOut: { reposts: 1, others: 2, direct: 1, replies: 1, dates: 1, texts: 1 },
  });
  expect(await texts()).toEqual(["And another thing"]);
});

test("turns HTML into text, of which nothing is HTML", async () => {
  const link = `<a href="https://example.com/a/long/way"><span class="invisible">https://</span><span class="ellipsis">example.com/a</span></a>`;
  await bring(
    creation({ content: "<p>One<br>Two</p><p>Three &amp; &lt;b&gt;four&lt;/b&gt;</p>" }),
    creation({ content: `<p>See ${link}</p>` }),
    creation({
      content: `<p>Ask <span class="h-card"><a href="https://m.example/@ben" class="u-url mention">@<span>ben</span></a></span></p>`,
    }),
    creation({
      content: "<script>alert(1)</script><style>p{}</style><p onclick='x()'>Safe<img src=x onerror=alert(1)></p>",
    }),
    creation({ content: "<ul><li>One</li><li>Two</li></ul>" }),
    creation({ content: `${"<div>".repeat(20_000)}Deep` }),
  );
  expect((await texts()).toReversed()).toEqual([
    "One\nTwo\n\nThree & <b>four</b>",
    "See https://example.com/a/long/way",
    "Ask @ben",
    "Safe",
    "- One\n- Two",
  ]);
});

test("brings nothing twice, whatever archives of the account it comes in", async () => {
  const [first, second] = [creation({ content: "One" }), creation({ content: "Two" })];
  await bring(first);
  expect(await bring(first, second)).toMatchObject({ brought: { posts: 1 }, leftOut: { already: 1 } });
  expect(await texts()).toEqual(["Two", "One"]);
});

test("rejects what is no such archive", async () => {
  for (const files of [
    { "data/tweets.js": "x = []" },
    { "outbox.json": {}, "actor.json": {} },
    { "actor.json": actor },
  ]) {
    const item = await importArchive(eve, "mastodon", await zipped(files));
    expect(item).toMatchObject({ status: "failed", failure: PROBLEMS.other_source });
  }
  const damaged = await zipped({ "actor.json": actor, "outbox.json": "{" });
  expect(await importArchive(eve, "mastodon", damaged)).toMatchObject({ failure: PROBLEMS.damaged });
  expect(await rowsOf(eve)).toEqual(NOTHING);
});
