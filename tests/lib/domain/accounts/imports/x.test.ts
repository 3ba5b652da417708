import { beforeEach, expect, test } from "vitest";
import { PROBLEMS } from "@/lib/domain/accounts/imports/rules";
import type { Context } from "@/lib/domain/kernel/context";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { png } from "@/tests/lib/domain/writing/media/images";
import { readExport } from "@/tests/support/export";
import { newPerson } from "@/tests/support/people";
import { importArchive, NOTHING, rowsOf, zipped } from "./archives";

let eve: Context;
beforeEach(async () => {
  eve = await newPerson();
});

/** A file as X writes it: JavaScript that assigns JSON. */
const assigning = (name: string, value: unknown) => `window.YTD.${name}.part0 = ${JSON.stringify(value, null, 2)}`;

let last = 1_000;
const tweet = (about: Record<string, unknown>) => ({
  tweet: { id_str: String((last += 1)), created_at: "Wed Oct 10 20:19:24 +0000 2018", full_text: "Hello", ...about },
});

const archiveOf = (tweets: unknown[], files: Record<string, unknown> = {}) =>
  zipped({
    "data/account.js": assigning("account", [{ account: { accountId: "12", accountDisplayName: "Ada" } }]),
    "data/profile.js": assigning("profile", [
      {
        profile: {
          description: { bio: "Makes abacuses" },
          avatarMediaUrl: "https://pbs.twimg.com/profile_images/1/me.png",
        },
      },
    ]),
    "data/tweets.js": assigning("tweets", tweets),
    ...files,
  });

const bring = async (...tweets: unknown[]) => importArchive(eve, "x", await archiveOf(tweets));
const texts = async () => (await listOwnPosts(eve, { limit: 50 })).data.map(({ content }) => content);

test("brings posts with their pictures and dates, of all files, and the profile", async () => {
  const picture = new Uint8Array(await png());
  const media = [
    {
      type: "photo",
      url: "https://t.co/pic",
      media_url_https: "https://pbs.twimg.com/media/abc.png",
      ext_alt_text: "Pegs",
    },
    { type: "video", url: "https://t.co/pic", media_url_https: "https://pbs.twimg.com/media/def.jpg" },
  ];
  const shown = tweet({ id_str: "7", full_text: "Look &amp; see https://t.co/pic", extended_entities: { media } });
  const archive = await archiveOf([shown], {
    "data/tweets-part1.js": assigning("tweets", [tweet({ created_at: "Thu Oct 11 20:19:24 +0000 2018" })]),
    "data/tweets_media/7-abc.png": picture,
    "data/profile_media/12-me.png": picture,
  });
  expect(await importArchive(eve, "x", archive)).toMatchObject({
    status: "done",
    brought: { posts: 2, images: 2 },
    leftOut: { videos: 1 },
  });
  const { data } = await listOwnPosts(eve, { limit: 50 });
  expect(data).toMatchObject([
    { content: "Hello", createdAt: "2018-10-11T20:19:24.000Z" },
    { content: "Look & see", createdAt: "2018-10-10T20:19:24.000Z", media: [{ alt: "Pegs" }] },
  ]);
  expect((await readExport(eve)).account).toMatchObject({ bio: "Makes abacuses" });
});

test("leaves out reposts and replies to others, and keeps threads", async () => {
  const item = await bring(
    tweet({ full_text: "RT @ben: Something" }),
    tweet({ full_text: "@ben Yes", in_reply_to_status_id_str: "3", in_reply_to_user_id_str: "99" }),
    tweet({ full_text: "Second part", in_reply_to_status_id_str: "4", in_reply_to_user_id_str: "12" }),
    tweet({ full_text: "Whenever", created_at: "yesterday" }),
    null,
    7,
  );
  expect(item).toMatchObject({ brought: { posts: 1 }, leftOut: { reposts: 1, replies: 1, dates: 1 } });
  expect(await texts()).toEqual(["Second part"]);
});

test("shows where links lead, and no references to characters", async () => {
  const urls = [{ url: "https://t.co/x", expanded_url: "https://example.com/$&/page", display_url: "example.com/…" }];
  await bring(tweet({ full_text: "1 &lt; 2 &amp;amp; more: https://t.co/x", entities: { urls } }));
  expect(await texts()).toEqual(["1 < 2 &amp; more: https://example.com/$&/page"]);
});

test("writes links out once, whatever their places say", async () => {
  const urls = Array.from({ length: 50 }, () => ({ url: "a", expanded_url: "aa" }));
  await bring(tweet({ full_text: "a https://t.co/x", entities: { urls } }));
  expect(await texts()).toEqual(["a https://t.co/x"]);
});

test("brings nothing twice, of one archive either", async () => {
  const post = tweet({});
  expect(await bring(post, post)).toMatchObject({ brought: { posts: 1 }, leftOut: { already: 1 } });
  expect(await bring(post)).toMatchObject({ brought: { posts: 0 }, leftOut: { already: 1 } });
});

test("rejects what is no such archive", async () => {
  expect(await importArchive(eve, "x", await zipped({ "data/tweets.js": "x = []" }))).toMatchObject({
    failure: PROBLEMS.other_source,
  });
  const damaged = await archiveOf([], { "data/tweets.js": "window.YTD.tweets.part0 = [{" });
  expect(await importArchive(eve, "x", damaged)).toMatchObject({ failure: PROBLEMS.damaged });
  const code = await archiveOf([], { "data/tweets.js": "process.exit(1)" });
  expect(await importArchive(eve, "x", code)).toMatchObject({ failure: PROBLEMS.damaged });
  expect(await rowsOf(eve)).toEqual(NOTHING);
});
