import { newestPosts, objectsIn, textOf, textOrNull } from "./collection.mjs";
import { textOfHtml } from "./html-text.mjs";
import { ArchiveProblem } from "./problem.mjs";

const PUBLIC = "https://www.w3.org/ns/activitystreams#Public";
/** How the outbox may abbreviate it. */
const PUBLIC_NAMES = new Set([PUBLIC, "as:Public", "Public"]);

/** Reads the archive of a Mastodon account: its actor and outbox in ActivityStreams, and its media. */
export async function readMastodon(archive, job) {
  if (!archive.has("actor.json") || !archive.has("outbox.json")) throw new ArchiveProblem("other_source");
  const actor = Object(await archive.json("actor.json"));
  const outbox = Object(await archive.json("outbox.json"));
  const actorId = textOf(actor.id);
  if (actorId === "") throw new ArchiveProblem("other_source");
  const posts = objectsIn(outbox.orderedItems).flatMap((activity) => postOf(activity, actor, job.leftOut));
  return {
    origin: `mastodon ${actorId}`,
    profile: {
      name: textOf(actor.name),
      bio: textOfHtml(textOf(actor.summary)),
      image: await pictureOf(actor, archive, job.images),
    },
    posts: await newestPosts(posts, job),
    comments: [],
    // The archive has no list of them: Mastodon gives that as a file of its own.
    follows: [],
    builds: [],
  };
}

/** The icon is a file beside the actor; where it is the address of one, it is not in the archive. */
async function pictureOf({ icon }, archive, images) {
  const name = textOf(Object(icon).url);
  return archive.has(name) ? images.take(name) : null;
}

/** Returns the post that an activity makes, if the account wrote it for others to read by itself. */
function postOf({ type, actor: by, object }, actor, leftOut) {
  const skip = (reason) => {
    leftOut.add(reason);
    return [];
  };
  if (type === "Announce") return skip("reposts");
  const note = Object(object);
  if (type !== "Create" || typeof object !== "object") return skip("texts");
  if (by !== actor.id || note.attributedTo !== actor.id) return skip("others");
  const audience = audienceOf(note, actor);
  if (audience === null) return skip("direct");
  if (note.inReplyTo && !textOf(note.inReplyTo).startsWith(`${textOf(actor.id)}/`)) return skip("replies");
  const attachments = objectsIn(note.attachment);
  const pictures = attachments.filter(({ mediaType }) => textOf(mediaType).startsWith("image/"));
  leftOut.add("videos", attachments.length - pictures.length);
  return [
    {
      id: textOf(note.id),
      content: textOfHtml(textOf(note.content)),
      warning: textOf(note.summary) || (note.sensitive === true ? "" : null),
      audience,
      createdAt: textOf(note.published),
      editedAt: textOrNull(note.updated),
      pinned: false,
      quoteId: null,
      // In the archive, the address begins with a slash, on some servers with the folder of the system.
      media: pictures.map(({ url, name }) => ({ name: fileOf(textOf(url)), alt: textOf(name) })),
      versions: [],
    },
  ];
}

const fileOf = (url) => url.replace(/^.*?(?=media_attachments\/)/, "").replace(/^\//, "");

/** Returns who may read a note; null for those that are addressed to somebody. */
function audienceOf({ to, cc }, { followers }) {
  const receivers = [to, cc].flat();
  if (receivers.some((receiver) => PUBLIC_NAMES.has(receiver))) return "PUBLIC";
  return receivers.includes(followers) ? "FOLLOWERS" : null;
}
