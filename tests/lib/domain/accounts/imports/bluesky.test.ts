import { createHash } from "node:crypto";
import { CarWriter } from "@ipld/car";
import { encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { beforeEach, expect, test } from "vitest";
import { PROBLEMS } from "@/lib/domain/accounts/imports/rules";
import type { Context } from "@/lib/domain/kernel/context";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { readExport } from "@/tests/support/export";
import { newPerson } from "@/tests/support/people";
import { importArchive, NOTHING, rowsOf } from "./archives";

const DID = "did:plc:ada";

let eve: Context;
beforeEach(async () => {
  eve = await newPerson();
});

interface Block {
  cid: CID;
  bytes: Uint8Array;
}

function blockOf(value: unknown): Block {
  const bytes = encode(value);
  const digest = create(0x12, createHash("sha256").update(bytes).digest());
  return { cid: CID.createV1(0x71, digest), bytes };
}

async function packed(root: CID, blocks: readonly Block[]): Promise<Buffer> {
  const { writer, out } = CarWriter.create([root]);
  const writing = (async () => {
    for (const block of blocks) await writer.put(block);
    await writer.close();
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of out) pieces.push(piece);
  await writing;
  return Buffer.concat(pieces);
}

/** The blocks of a repository with these records by their keys, in a tree of two levels. */
function repositoryOf(records: Record<string, unknown>): { root: CID; blocks: Block[] } {
  const blocks: Block[] = [];
  const add = (value: unknown) => {
    const block = blockOf(value);
    blocks.push(block);
    return block.cid;
  };
  const nodeOf = (keys: string[], left: CID | null) => {
    let before = "";
    const entries = keys.map((key) => {
      let shared = 0;
      while (shared < before.length && before[shared] === key[shared]) shared += 1;
      before = key;
      return { p: shared, k: Buffer.from(key.slice(shared)), v: add(records[key]), t: null };
    });
    return add({ l: left, e: entries });
  };
  const keys = Object.keys(records).toSorted();
  const middle = Math.ceil(keys.length / 2);
  const data = nodeOf(keys.slice(middle), nodeOf(keys.slice(0, middle), null));
  const root = add({ did: DID, version: 3, data, rev: "3k", prev: null, sig: new Uint8Array(64) });
  return { root, blocks };
}

const archiveOf = (records: Record<string, unknown>) => {
  const { root, blocks } = repositoryOf(records);
  return packed(root, blocks);
};

const post = (text: string, about: Record<string, unknown> = {}) => ({
  ...{ $type: "app.bsky.feed.post", text, createdAt: "2024-02-06T12:00:00.000Z", langs: ["en"] },
  ...about,
});
const key = (name: string) => `app.bsky.feed.post/${name}`;
const texts = async () => (await listOwnPosts(eve, { limit: 50 })).data.map(({ content }) => content);

test("brings posts with their dates, and the profile", async () => {
  const archive = await archiveOf({
    [key("3ka")]: post("One #brass"),
    [key("3kb")]: post("Two", { createdAt: "2024-02-07T12:00:00.000Z", labels: { values: [{ val: "nudity" }] } }),
    "app.bsky.actor.profile/self": { displayName: "Ada", description: "Makes abacuses" },
    "app.bsky.feed.like/3kc": { subject: {} },
    "app.bsky.graph.follow/3kd": { subject: "did:plc:ben" },
  });
  expect(await importArchive(eve, "bluesky", archive)).toMatchObject({ status: "done", brought: { posts: 2 } });
  expect((await listOwnPosts(eve, { limit: 50 })).data).toMatchObject([
    { content: "Two", createdAt: "2024-02-07T12:00:00.000Z", warning: "Sensitive content" },
    { content: "One #brass", tags: ["brass"], warning: null },
  ]);
  expect((await readExport(eve)).account).toMatchObject({ bio: "Makes abacuses" });
  expect(await importArchive(eve, "bluesky", archive)).toMatchObject({ leftOut: { already: 2 } });
});

test("leaves out reposts, replies to others, and pictures, which the file does not have", async () => {
  const reply = (did: string) => ({ reply: { parent: { uri: `at://${did}/${key("3k")}` } } });
  const images = [{ alt: "Pegs", image: { $type: "blob", mimeType: "image/jpeg", size: 1 } }];
  const item = await importArchive(
    eve,
    "bluesky",
    await archiveOf({
      "app.bsky.feed.repost/3k1": { subject: {} },
      [key("3k2")]: post("Yes", reply("did:plc:ben")),
      [key("3k3")]: post("More", reply(DID)),
      [key("3k4")]: post("Look", { embed: { images } }),
      [key("3k5")]: post("", { embed: { images } }),
      [key("3k6")]: post("Soon", { createdAt: "2124-02-06T12:00:00.000Z" }),
      [key("3k7")]: post("Watch", { embed: { media: { video: {} } } }),
    }),
  );
  expect(item).toMatchObject({
    brought: { posts: 3 },
    leftOut: { reposts: 1, replies: 1, images: 2, texts: 1, dates: 1, videos: 1 },
  });
  expect((await texts()).toSorted()).toEqual(["Look", "More", "Watch"]);
});

test("writes links out that the text shortens, and adds those of cards", async () => {
  const facet = (byteStart: number, byteEnd: number, uri: string) => ({
    index: { byteStart, byteEnd },
    features: [{ $type: "app.bsky.richtext.facet#link", uri }],
  });
  const uri = "https://example.com/a/long/way";
  await importArchive(
    eve,
    "bluesky",
    await archiveOf({
      [key("3k1")]: post("Café: example.com/a/l... !", { facets: [facet(7, 25, uri)] }),
      [key("3k2")]: post("Read this", { embed: { external: { uri } } }),
      [key("3k3")]: post("Odd", { facets: [facet(-1, 900, uri), { index: null }, 7, facet(2, 1, uri)] }),
    }),
  );
  expect((await texts()).toSorted()).toEqual([`Café: ${uri} !`, "Odd", `Read this\n${uri}`]);
});

test("rejects a file of which a block is not what its name says, or is missing", async () => {
  const { root, blocks } = repositoryOf({ [key("3k1")]: post("True") });
  const forged = blocks.map((block, index) => (index === 0 ? { ...block, bytes: encode(post("Fake")) } : block));
  const failures = [
    [await packed(root, forged), "changed"],
    [await packed(root, blocks.slice(1)), "damaged"],
    [await packed(blocks[0]!.cid, blocks), "other_source"],
    [(await packed(root, blocks)).subarray(0, 150), "not_an_archive"],
    [Buffer.from("PK\u0003\u0004"), "not_an_archive"],
  ] as const;
  for (const [archive, problem] of failures)
    expect(await importArchive(eve, "bluesky", archive)).toMatchObject({
      status: "failed",
      failure: PROBLEMS[problem],
    });
  expect(await rowsOf(eve)).toEqual(NOTHING);
});

test("rejects a tree that has a node twice, which would be read without an end", async () => {
  const blocks: Block[] = [];
  const add = (value: unknown) => {
    const block = blockOf(value);
    blocks.push(block);
    return block.cid;
  };
  let node = add({ l: null, e: [] });
  const record = add(post("Again"));
  for (let level = 0; level < 60; level += 1)
    node = add({ l: node, e: [{ p: 0, k: Buffer.from(key(`${level}`)), v: record, t: node }] });
  const root = add({ did: DID, version: 3, data: node, rev: "3k", prev: null, sig: new Uint8Array(64) });
  expect(await importArchive(eve, "bluesky", await packed(root, blocks))).toMatchObject({ failure: PROBLEMS.damaged });
});
