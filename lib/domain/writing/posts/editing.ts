import { isDeepStrictEqual } from "node:util";
import { type Context, inTransaction, read, write, type VisitorContext } from "@/lib/domain/kernel/context";
import { conflict, DomainError, invalid, type Issue, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { describeAttached, releaseMedia } from "@/lib/domain/writing/media/commands";
import { tagsIn } from "@/lib/domain/writing/tags/rules";
import { previewedLink } from "@/lib/domain/writing/previews/links";
import { requestPreview } from "@/lib/domain/writing/previews/queue";
import { findMentions, type Mentions } from "@/lib/domain/kernel/mentions";
import { announceMentionChanges } from "@/lib/domain/people/mentions/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { Audience } from "@/lib/infra/prisma/enums";
import { readOwnPost } from "./queries";
import { EDIT_WINDOW_MS, postVersion } from "./rules";
import type { Post, PostChanges, PostVersionEntry } from "./schema";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import { visibleTo } from "@/lib/domain/kernel/visibility";

interface Edit extends PostChanges {
  id: string;
  /** The versions that the caller may have seen; undefined for any. */
  versions?: readonly string[];
}

interface EditablePost {
  id: string;
  content: string;
  warning: string | null;
  mentions: Mentions | null;
  audience: Audience;
  createdAt: Date;
  editedAt: Date | null;
  /** The images: media id → alternative text. */
  alts: Record<string, string>;
}

/**
 * Edits a post of the caller's. An edit that changes nothing stores no version and records no event.
 * @throws DomainError `not_found` for other people's posts, `conflict` a day after posting, `precondition_failed` if it
 *   was edited since the caller read it
 */
export function editPost(ctx: Context, { id, versions, ...changes }: Edit): Promise<Post> {
  return inTransaction(ctx, async (tx) => {
    const [, before] = await Promise.all([lockAccount(tx, tx.actor.id), lockOwnPost(tx, id)]);
    if (!before) throw notFound();
    rejectLate(tx, before);
    rejectOutdated(before, versions);
    const after = changed(before, changes);
    if (isSame(before, after)) return readOwnPost(tx, id);
    const mentions = await findMentions(tx, after.content);
    await Promise.all([
      keepVersion(tx, before),
      update(tx, before, { ...after, mentions }),
      describeAttached(tx, id, after.alts),
      releaseMedia(tx, { ids: Object.keys(before.alts).filter((mediaId) => !Object.hasOwn(after.alts, mediaId)) }),
      record(tx, "post.updated", { postId: id }, { subjectId: id, readResource: () => readOwnPost(tx, id) }),
    ]);
    await announceMentionChanges(
      tx,
      { from: before.mentions ?? undefined, to: mentions },
      { audience: before.audience, authorId: tx.actor.id },
      { content: after.warning ?? after.content, postId: id, subjectId: id, link: `/posts/${id}` },
    );
    return readOwnPost(tx, id);
  });
}

async function lockOwnPost(tx: Context, id: string): Promise<EditablePost | undefined> {
  const [post] = await read<EditablePost>(tx, "posts.lockOwn")`
    SELECT p.id, p.content, p.warning, p.mentions, p.audience, p."createdAt", p."editedAt",
    (SELECT coalesce(jsonb_object_agg(m.id, m.alt), '{}') FROM "Media" m WHERE m."postId" = p.id) AS alts
    FROM "Post" p WHERE p.id = ${id} AND p."authorId" = ${tx.actor.id} AND p."deletedAt" IS NULL
     FOR NO KEY UPDATE`;
  return post;
}

function rejectLate({ now }: Context, { createdAt }: EditablePost): void {
  if (now.getTime() - createdAt.getTime() < EDIT_WINDOW_MS) return;
  throw conflict("A post can be edited for 24 hours after it was posted. You can still delete it.");
}

function rejectOutdated({ id, editedAt }: EditablePost, versions: Edit["versions"]): void {
  if (!versions || versions.includes(postVersion({ id, editedAt: editedAt?.toISOString() ?? null }))) return;
  throw new DomainError(
    "precondition_failed",
    "The post was edited since you read it. Read it again, and make your changes to what it says now.",
  );
}

function changed(
  { content, warning, alts }: EditablePost,
  {
    content: newContent = content,
    warning: newWarning = warning,
    media = [],
    remove_media_ids: removed = [],
  }: PostChanges,
): EditableParts {
  const described = media.map(({ id }, index) => ({ param: `media[${index}].id`, id }));
  const issues: Issue[] = [
    ...described.filter(
      ({ id }, index) => !Object.hasOwn(alts, id) || described.findIndex((other) => other.id === id) < index,
    ),
    ...removed
      .map((id, index) => ({ param: `remove_media_ids[${index}]`, id }))
      .filter(({ id }) => !Object.hasOwn(alts, id)),
  ].map(({ param }) => ({ param, message: `${param} is not an image of this post` }));
  const left = Object.entries(alts).filter(([id]) => !removed.includes(id));
  if (newContent === "" && left.length === 0)
    issues.unshift({ param: "content", message: "content is required when the post has no images" });
  if (issues.length > 0) throw invalid(issues);
  const newAlts = new Map(media.map(({ id, alt }) => [id, alt]));
  return {
    content: newContent,
    warning: newWarning,
    alts: Object.fromEntries(left.map(([id, alt]) => [id, newAlts.get(id) ?? alt])),
  };
}

type EditableParts = Pick<EditablePost, "content" | "warning" | "alts">;

const isSame = (a: EditableParts, b: EditableParts) =>
  a.content === b.content && a.warning === b.warning && isDeepStrictEqual(a.alts, b.alts);

async function keepVersion(
  tx: Context,
  { id, content, warning, alts, createdAt, editedAt }: EditablePost,
): Promise<void> {
  await write(tx, "posts.keepVersion")`
    INSERT INTO "PostVersion" ("postId", version, content, warning, alts, "createdAt")
    SELECT id, "editsCount" + 1, ${content}, ${warning}, ${JSON.stringify(alts)}::jsonb, ${editedAt ?? createdAt} FROM "Post"
     WHERE id = ${id}`;
}

/** Stores the new content. The times of edits strictly increase, because they identify versions. */
async function update(
  tx: Context,
  { id, createdAt, editedAt }: EditablePost,
  { content, warning, mentions }: Pick<EditableParts, "content" | "warning"> & { mentions: Mentions | undefined },
): Promise<void> {
  const tags = tagsIn(content);
  const link = previewedLink(content);
  const at = new Date(Math.max(tx.now.getTime(), (editedAt ?? createdAt).getTime() + 1));
  const updating = write(tx, "posts.edit")`
    UPDATE "Post" SET content = ${content}, warning = ${warning}, tags = ${tags.map(({ tag }) => tag)},
    "tagNames" = ${tags.map(({ name }) => name)}, "linkKind" = ${link?.kind}::"LinkKind", "linkId" = ${link?.id}, mentions = ${mentions && JSON.stringify(mentions)}::jsonb,
    "editedAt" = ${at}, "editsCount" = "editsCount" + 1 WHERE id = ${id}`;
  await Promise.all([updating, requestPreview(tx, link)]);
}

interface VersionRow {
  id: string;
  version: number;
  content: string;
  warning: string | null;
  media: { id: string; alt: string }[] | null;
  createdAt: Date;
}

/** Lists a post's versions, newest first, to everybody who may see the post. */
export function listVersions(
  ctx: VisitorContext,
  { id, ...request }: PageRequest & { id: string },
): Promise<Page<PostVersionEntry>> {
  return paginate<VersionRow, PostVersionEntry>(request, {
    list: ["versions", id],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<VersionRow>>(ctx, `posts.versions.${ctx.channel}`)`
          SELECT v.version::text AS id, v.* FROM "Post" p LEFT JOIN LATERAL (
           SELECT p."editsCount" + 1 AS version, p.content, p.warning, coalesce(p."editedAt", p."createdAt") AS "createdAt",
                  (SELECT json_agg(json_build_object('id', m.id, 'alt', m.alt) ORDER BY m.position)
                     FROM "Media" m WHERE m."postId" = p.id) AS media
             WHERE p."editsCount" + 1 < ${before(after.id)}::int
           UNION ALL
           (SELECT v.version, v.content, v.warning, v."createdAt",
                   (SELECT json_agg(json_build_object('id', a.key, 'alt', a.value) ORDER BY m.position, a.key)
                      FROM jsonb_each_text(v.alts) a LEFT JOIN "Media" m ON m.id = a.key AND m."postId" = p.id)
              FROM "PostVersion" v WHERE v."postId" = p.id AND v.version < ${before(after.id)}::int
             ORDER BY v.version DESC LIMIT ${take})
           ORDER BY version DESC LIMIT ${take}) v ON true
          WHERE p.id = ${id} AND ${visibleTo(ctx.channel, ctx.actor?.id ?? "")}
          ORDER BY v.version DESC`,
      ),
    position: ({ createdAt, version }) => ({ at: createdAt, id: String(version) }),
    present: ({ version, content, warning, media, createdAt }) => ({
      version,
      content,
      warning,
      media: media ?? [],
      createdAt: createdAt.toISOString(),
    }),
  });
}

const LAST_VERSION = 2_147_483_647;

/** The version below which the next page starts. */
const before = (id: string) => (id === "" ? LAST_VERSION : Number(id));
