import { newestPosts, objectsIn, textOf } from "./collection.mjs";
import { ArchiveProblem } from "./problem.mjs";

const POST = "app.bsky.feed.post/";
const REPOST = "app.bsky.feed.repost/";
const PROFILE = "app.bsky.actor.profile/self";
/** Of its labels, those that warn. */
const WARNINGS = new Set(["porn", "sexual", "nudity", "graphic-media"]);

/** Reads a repository of Bluesky: what an account wrote. Its pictures are kept elsewhere, so they are not in it. */
export async function readBluesky(archive, job) {
  const { did, data } = archive.commit();
  if (!/^did:[a-z]+:\S+$/.test(textOf(did)) || !data) throw new ArchiveProblem("other_source");
  let profile = {};
  const posts = [];
  for (const [key, read] of archive.records(data)) {
    if (key === PROFILE) profile = read();
    else if (key.startsWith(REPOST)) job.leftOut.add("reposts");
    else if (key.startsWith(POST)) posts.push(...postOf(key, read(), { did, ...job }));
  }
  return {
    origin: `bluesky ${did}`,
    profile: { name: textOf(profile.displayName), bio: textOf(profile.description), image: null },
    posts: await newestPosts(posts, job),
    comments: [],
    // The repository names people by their ids alone.
    follows: [],
    builds: [],
  };
}

function postOf(key, record, { did, leftOut, limits }) {
  const parent = textOf(Object(Object(record.reply).parent).uri);
  if (parent !== "" && !parent.startsWith(`at://${did}/`)) {
    leftOut.add("replies");
    return [];
  }
  const embedded = Object(record.embed);
  // A quote with media has them one level further down.
  const embed = embedded.media === undefined ? embedded : Object(embedded.media);
  if (embed.video !== undefined) leftOut.add("videos");
  const labels = objectsIn(Object(record.labels).values);
  return [
    {
      id: `at://${did}/${key}`,
      content: withCard(withWholeLinks(textOf(record.text), record.facets), embed, limits),
      warning: labels.some(({ val }) => WARNINGS.has(val)) ? "" : null,
      audience: "PUBLIC",
      createdAt: textOf(record.createdAt),
      editedAt: null,
      pinned: false,
      quoteId: null,
      media: objectsIn(embed.images).map(({ alt }) => ({ name: "", alt: textOf(alt) })),
      versions: [],
    },
  ];
}

/** Returns the text with the whole addresses of links that it shortens. Their places are counted in bytes. */
function withWholeLinks(text, facets) {
  const bytes = Buffer.from(text);
  const links = objectsIn(facets).flatMap(({ index, features }) => {
    const { byteStart: begin, byteEnd: end } = Object(index);
    const uri = objectsIn(features)
      .map((feature) => textOf(feature.uri))
      .find(Boolean);
    return uri && Number.isInteger(begin) && Number.isInteger(end) && begin < end ? [{ begin, end, uri }] : [];
  });
  let rest = bytes.length;
  let written = "";
  for (const { begin, end, uri } of links.toSorted((a, b) => b.begin - a.begin)) {
    if (begin < 0 || end > rest) continue;
    const shown = bytes.subarray(begin, end).toString("utf8");
    const isShortened = uri.includes(shown.replace(/(?:…|\.{3})$/, ""));
    written = (isShortened ? uri : shown) + bytes.subarray(end, rest).toString("utf8") + written;
    rest = begin;
  }
  return bytes.subarray(0, rest).toString("utf8") + written;
}

/** A card shows a link that the text often does not have. */
function withCard(text, { external }, limits) {
  const uri = textOf(Object(external).uri);
  const whole = `${text}\n${uri}`;
  return uri === "" || text.includes(uri) || [...whole].length > limits.content ? text : whole;
}
