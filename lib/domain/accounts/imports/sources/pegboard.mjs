import { createPublicKey, verify } from "node:crypto";
import { groupBy, newestPosts, objectsIn, textOf, textOrNull } from "./collection.mjs";
import { ArchiveProblem } from "./problem.mjs";
import { parseJson } from "./zip-archive.mjs";

/** Edits of one post. */
const MAX_VERSIONS = 100;
/** Alternative texts of a version, of which only those of the post's images are brought. */
const MAX_ALTS = 10;
/** Technologies of a build that are looked at. */
const MAX_TECHNOLOGIES = 100;

const MANIFEST = "manifest.json";
const SIGNATURE = "signature.json";

/** Reads the archive of a Pegboard (docs/contract.md#your-data). */
export async function readPegboard(archive, job) {
  const { site, account } = await verifiedManifest(archive);
  const person = Object(await archive.json("account.json"));
  const list = async (name) => objectsIn(archive.has(`${name}.json`) ? await archive.json(`${name}.json`) : []);
  const own = async (name) => (await list(name)).filter(({ authorId }) => authorId === person.id);
  const media = (await list("media")).filter(({ ownerId }) => ownerId === person.id);
  const allVersions = await list("postVersions");
  job.leftOut.add("beyond", allVersions.length - job.limits.versions);
  const versions = groupBy(allVersions.slice(-job.limits.versions), ({ postId }) => postId);
  const posts = (await own("posts")).filter(({ hiddenAt }) => !hiddenAt);
  return {
    origin: `pegboard ${textOf(site)} ${textOf(account.id)}`,
    profile: {
      name: textOf(person.name),
      bio: textOf(person.bio),
      image: await pictureOf(person, job.images),
    },
    posts: await newestPosts(
      posts.map(
        postOf(
          groupBy(media, ({ postId }) => postId),
          versions,
        ),
      ),
      job,
    ),
    comments: (await own("comments"))
      .filter(({ hiddenAt }) => !hiddenAt)
      .slice(0, job.limits.comments)
      .map(commentOf),
    follows: (await list("following")).map(({ handle }) => textOf(handle)).slice(0, job.limits.follows),
    builds: await buildsOf(
      (await own("builds")).filter(({ hiddenAt }) => !hiddenAt).slice(0, job.limits.builds),
      groupBy(media, ({ buildId }) => buildId),
      job.images,
    ),
  };
}

/** Returns what the archive says of itself, after comparing it with the files. @throws ArchiveProblem */
async function verifiedManifest(archive) {
  if (!archive.has(MANIFEST) || !archive.has(SIGNATURE)) throw new ArchiveProblem("unsigned");
  const signed = await archive.read(MANIFEST);
  const { publicKey, signature } = Object(await archive.json(SIGNATURE));
  if (!isSigned(signed, publicKey, textOf(signature))) throw new ArchiveProblem("changed");
  const manifest = Object(parseJson(signed.toString("utf8")));
  if (manifest.format !== "pegboard-archive") throw new ArchiveProblem("other_source");
  if (manifest.version !== 1) throw new ArchiveProblem("newer_version");
  const files = objectsIn(manifest.files);
  const listed = new Set([MANIFEST, SIGNATURE, ...files.map(({ name }) => name)]);
  if (archive.names.some((name) => !listed.has(name))) throw new ArchiveProblem("changed");
  for (const { name, sha256 } of files)
    if (!archive.has(name) || (await archive.digest(name)) !== sha256) throw new ArchiveProblem("changed");
  return { site: manifest.site, account: Object(manifest.account) };
}

function isSigned(bytes, key, signature) {
  try {
    return verify(null, bytes, createPublicKey({ key, format: "jwk" }), Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** The name of an image's file in the archive. */
const fileOf = ({ id, contentType }) => `media/${textOf(id)}.${textOf(contentType).replace("image/", "")}`;

async function pictureOf({ image }, images) {
  const id = /^\/api\/media\/(\w+)$/.exec(textOf(image))?.[1];
  return id === undefined ? null : images.take(`media/${id}.webp`);
}

/** What this version does not know is for the owner alone. */
const audienceOf = (audience) => (["PUBLIC", "FOLLOWERS"].includes(audience) ? audience : "PRIVATE");

const inOrder = (media) => (media ?? []).toSorted((a, b) => a.position - b.position);

const postOf = (mediaOf, versionsOf) => (post) => ({
  id: textOf(post.id),
  content: textOf(post.content),
  warning: textOrNull(post.warning),
  // What moderators narrowed was meant for everybody.
  audience: audienceOf(post.chosenAudience ?? post.audience),
  createdAt: textOf(post.createdAt),
  editedAt: textOrNull(post.editedAt),
  pinned: Boolean(post.pinnedAt),
  quoteId: textOrNull(post.quoteId),
  media: inOrder(mediaOf.get(post.id)).map((image) => ({
    name: fileOf(image),
    id: textOf(image.id),
    alt: textOf(image.alt),
  })),
  versions: (versionsOf.get(post.id) ?? []).slice(0, MAX_VERSIONS).map((version) => ({
    version: version.version,
    content: textOf(version.content),
    warning: textOrNull(version.warning),
    alts: Object.fromEntries(Object.entries(Object(version.alts)).slice(0, MAX_ALTS)),
    createdAt: textOf(version.createdAt),
  })),
});

const commentOf = (comment) => ({
  id: textOf(comment.id),
  postId: textOf(comment.postId),
  parentId: textOrNull(comment.parentId),
  content: textOf(comment.content),
  createdAt: textOf(comment.createdAt),
  editedAt: textOrNull(comment.editedAt),
});

async function buildsOf(builds, mediaOf, images) {
  const read = [];
  for (const build of builds) {
    const found = [];
    for (const image of inOrder(mediaOf.get(build.id))) {
      const file = await images.take(fileOf(image));
      if (file !== null) found.push({ id: textOf(image.id), role: textOf(image.role), alt: textOf(image.alt), file });
    }
    read.push({
      id: textOf(build.id),
      title: textOf(build.title),
      description: textOf(build.description),
      readme: typeof build.readme === "string" ? build.readme : "",
      category: textOf(build.categorySlug),
      technologies: Array.isArray(build.technologies) ? build.technologies.slice(0, MAX_TECHNOLOGIES).map(textOf) : [],
      price: typeof build.price === "number" ? build.price : null,
      repoUrl: textOrNull(build.repoUrl),
      demoUrl: textOrNull(build.demoUrl),
      publishedAt: textOf(build.publishedAt),
      updatedAt: textOf(build.updatedAt),
      media: found,
    });
  }
  return read;
}
