import { newestPosts, objectsIn, textOf } from "./collection.mjs";
import { ArchiveProblem } from "./problem.mjs";
import { parseJson } from "./zip-archive.mjs";

/** The files of posts: one, or several numbered ones. Older archives have the singular. */
const POSTS = /^data\/tweets?(?:-part\d+)?\.js$/;
const MEDIA_FOLDERS = ["data/tweets_media", "data/tweet_media"];

/** Reads the archive of an account of X: files of JavaScript that assign JSON, and the media of posts. */
export async function readX(archive, job) {
  const files = archive.names.filter((name) => POSTS.test(name));
  if (files.length === 0 || !archive.has("data/account.js")) throw new ArchiveProblem("other_source");
  const [{ account }] = [...(await assigned(archive, "data/account.js")), {}];
  const accountId = textOf(Object(account).accountId);
  if (accountId === "") throw new ArchiveProblem("other_source");
  const posts = [];
  for (const name of files)
    for (const entry of await assigned(archive, name))
      posts.push(...postOf(Object(entry.tweet ?? entry), { accountId, archive, leftOut: job.leftOut }));
  return {
    origin: `x ${accountId}`,
    profile: { name: textOf(account.accountDisplayName), ...(await profileOf(archive, accountId, job.images)) },
    posts: await newestPosts(posts, job),
    comments: [],
    // The archive names people by numbers alone.
    follows: [],
    builds: [],
  };
}

/** Returns what a file assigns: `window.YTD.tweets.part0 = [ … ]`. */
async function assigned(archive, name) {
  const text = (await archive.read(name)).toString("utf8");
  return objectsIn(parseJson(text.slice(text.indexOf("=") + 1)));
}

async function profileOf(archive, accountId, images) {
  const [entry] = archive.has("data/profile.js") ? await assigned(archive, "data/profile.js") : [];
  const profile = Object(entry?.profile);
  const picture = `data/profile_media/${accountId}-${fileOf(profile.avatarMediaUrl)}`;
  return { bio: textOf(Object(profile.description).bio), image: await images.take(picture) };
}

/** Returns the last part of an address. */
const fileOf = (url) => textOf(url).split("/").at(-1);

function postOf(post, { accountId, archive, leftOut }) {
  const skip = (reason) => {
    leftOut.add(reason);
    return [];
  };
  const text = textOf(post.full_text ?? post.text);
  if (post.retweeted_status !== undefined || /^RT @\w+: /.test(text)) return skip("reposts");
  const { in_reply_to_user_id_str: answered = null } = post;
  if (post.in_reply_to_status_id_str !== undefined && answered !== accountId) return skip("replies");
  const media = objectsIn(Object(post.extended_entities ?? post.entities).media);
  const pictures = media.filter(({ type }) => type === "photo");
  leftOut.add("videos", media.length - pictures.length);
  return [
    {
      id: textOf(post.id_str ?? post.id),
      content: written(text, post, media),
      warning: post.possibly_sensitive === true && pictures.length > 0 ? "" : null,
      audience: "PUBLIC",
      createdAt: momentOf(post.created_at),
      editedAt: null,
      pinned: false,
      quoteId: null,
      media: pictures.map((picture) => ({
        name: pictureOf(picture, post, archive),
        alt: textOf(picture.ext_alt_text),
      })),
      versions: [],
    },
  ];
}

/** `Wed Oct 10 20:19:24 +0000 2018`, which every engine reads. */
function momentOf(value) {
  const moment = new Date(textOf(value));
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}

function pictureOf({ media_url_https: url }, { id_str: id }, archive) {
  const name = `${textOf(id)}-${fileOf(url)}`;
  return MEDIA_FOLDERS.map((folder) => `${folder}/${name}`).find((file) => archive.has(file)) ?? "";
}

/** Returns a post's text: links by where they lead, without those of its media, and without character references. */
function written(text, { entities }, media) {
  const links = objectsIn(Object(entities).urls).map(({ url, expanded_url: target }) => [url, textOf(target)]);
  const targets = new Map([...links, ...media.map(({ url }) => [url, ""])]);
  const whole = text.replace(SHORTENED, (url) => targets.get(url) ?? url);
  return whole.replace(/&(?:lt|gt|quot|#39|amp);/g, (reference) => REFERENCES[reference]).trim();
}

/** X shortens every link. */
const SHORTENED = /https?:\/\/t\.co\/\w+/g;

/** Those that X writes. */
const REFERENCES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
