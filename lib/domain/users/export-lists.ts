import type { Context } from "@/lib/domain/context";
import { shownNotification, visiblePerson, visiblePreview, visibleTo } from "@/lib/domain/visibility";
import { literal, type Sql, sql } from "@/lib/infra/sql";
import { columnsOf, type ExportList, inOrderOf, newestFirst, type RowPosition } from "./export-list";
import { EXPORT_PAGE_ROWS } from "./rules";

/** Every list of an export, by its name there. */
export function exportLists({ channel, actor }: Context): Record<string, ExportList> {
  return {
    posts: {
      columns: columnsOf(
        "p",
        "id authorId content audience communityId priceCoins createdAt editedAt deletedAt hiddenAt chosenAudience likesCount commentsCount repostsCount viewsCount",
      ),
      from: sql`"Post" p WHERE p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
      ...newestFirst("p"),
    },
    postVersions: {
      columns: sql`${VERSION_ID} AS id, ${columnsOf("v", "postId version content alts createdAt")}, p."createdAt" AS "postedAt"`,
      from: sql`"PostVersion" v JOIN "Post" p ON p.id = v."postId"
        WHERE p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
      after: ([at, id]: RowPosition) => sql`p."createdAt" <= ${at}::timestamptz
        AND (p."createdAt", ${VERSION_ID}) < (${at}::timestamptz, ${id})`,
      order: sql`p."createdAt" DESC, ${VERSION_ID} DESC`,
      at: "postedAt",
      id: "id",
    },
    media: { columns: columnsOf("m", MEDIA), ...ownMedia(actor.id) },
    comments: {
      columns: columnsOf("c", "id postId authorId parentId content repliesCount createdAt editedAt hiddenAt"),
      from: sql`"Comment" c WHERE c."authorId" = ${actor.id} AND c."deletedAt" IS NULL`,
      ...newestFirst("c"),
    },
    // By post, like their index.
    likes: {
      columns: columnsOf("l", "postId userId createdAt"),
      from: sql`"Like" l WHERE l."userId" = ${actor.id}`,
      ...inOrderOf("l", "postId"),
    },
    reposts: {
      columns: columnsOf("t", "postId userId createdAt"),
      from: sql`"Repost" t WHERE t."userId" = ${actor.id}`,
      ...newestFirst("t", "createdAt", "postId"),
    },
    bookmarks: {
      columns: columnsOf("b", "postId userId createdAt"),
      from: sql`"Bookmark" b JOIN "Post" p ON p.id = b."postId"
        WHERE b."userId" = ${actor.id} AND ${visibleTo(channel, actor.id)}`,
      ...newestFirst("b", "createdAt", "postId"),
    },
    following: {
      columns: columnsOf("f", FOLLOW),
      from: sql`"Follow" f WHERE f."followerId" = ${actor.id}`,
      ...newestFirst("f", "createdAt", "followeeId"),
    },
    followers: {
      columns: columnsOf("f", FOLLOW),
      from: sql`"Follow" f WHERE f."followeeId" = ${actor.id}`,
      ...newestFirst("f", "createdAt", "followerId"),
    },
    blocks: hiddenBy("blocked", actor.id),
    mutes: hiddenBy("muted", actor.id),
    mutedWords: {
      columns: columnsOf("w", "id phrase until createdAt"),
      from: sql`"MutedWord" w WHERE w."userId" = ${actor.id}`,
      ...newestFirst("w"),
    },
    invitations: {
      columns: columnsOf("i", "id uses usesLeft createdAt expiresAt revokedAt"),
      from: sql`"Invitation" i WHERE i."inviterId" = ${actor.id}`,
      ...newestFirst("i"),
    },
    guests: {
      columns: columnsOf("i", "userId createdAt"),
      from: sql`"Invited" i WHERE i."inviterId" = ${actor.id} AND ${visiblePerson(actor.id, sql`i."userId"`)}`,
      ...newestFirst("i", "createdAt", "userId"),
    },
    coins: {
      columns: sql`${columnsOf("e", "id userId type")}, e.amount::float8 AS amount, e.balance::float8 AS balance, ${columnsOf("e", "dropId subjectId createdAt")}`,
      from: sql`"LedgerEntry" e WHERE e."userId" = ${actor.id}`,
      ...newestFirst("e"),
    },
    drops: {
      columns: columnsOf("d", "id userId seedId nonce bin landedBin amount createdAt"),
      from: sql`"Drop" d WHERE d."userId" = ${actor.id}`,
      ...newestFirst("d"),
    },
    roomMessages: {
      columns: columnsOf("m", "id roomId userId content replyToId createdAt"),
      from: sql`"RoomMessage" m WHERE m."userId" = ${actor.id} AND m.kind = 'message' AND m."deletedAt" IS NULL`,
      ...newestFirst("m"),
    },
    rooms: {
      columns: sql`${columnsOf("r", "code name")}, ${columnsOf("m", "roomId userId joinedAt showDrops")}`,
      from: sql`"RoomMember" m JOIN "Room" r ON r.id = m."roomId" WHERE m."userId" = ${actor.id}`,
      ...inOrderOf("m", "roomId"),
    },
    duels: { ...ownDuels(actor.id, sql`result IS NOT NULL`), ...newestFirst("d", "closedAt") },
    openDuels: { ...ownDuels(actor.id, sql`"closedAt" IS NULL`), ...newestFirst("d") },
    guilds: {
      columns: sql`${columnsOf("g", "name")}, ${columnsOf("m", "guildId userId provenAt isHidden isOnProfile")}`,
      from: sql`"GuildMember" m JOIN "Guild" g ON g.id = m."guildId" WHERE m."userId" = ${actor.id}`,
      ...inOrderOf("m", "guildId"),
    },
    builds: {
      columns: columnsOf(
        "b",
        "id slug authorId categorySlug title description readme repoUrl demoUrl technologies price publishedAt updatedAt deletedAt hiddenAt likesCount commentsCount viewsCount",
      ),
      from: sql`"Build" b WHERE b."authorId" = ${actor.id} AND b."deletedAt" IS NULL`,
      ...newestFirst("b", "publishedAt"),
      pageRows: EXPORT_PAGE_ROWS.builds,
    },
    buildComments: {
      columns: columnsOf("c", "id buildId authorId content createdAt hiddenAt"),
      from: sql`"BuildComment" c WHERE c."authorId" = ${actor.id}`,
      ...newestFirst("c"),
    },
    buildLikes: {
      columns: columnsOf("l", "buildId userId createdAt"),
      from: sql`"BuildLike" l WHERE l."userId" = ${actor.id}`,
      ...inOrderOf("l", "buildId"),
    },
    purchases: {
      columns: columnsOf("b", "buildId userId price createdAt"),
      from: sql`"BuildPurchase" b WHERE b."userId" = ${actor.id}`,
      ...inOrderOf("b", "buildId"),
    },
    reports: {
      columns: columnsOf("r", "id subjectType subjectId reason comment status createdAt"),
      from: sql`"Report" r WHERE r."reporterId" = ${actor.id}`,
      ...newestFirst("r"),
    },
    decisions: {
      columns: sql`${columnsOf("d", "id subjectType subjectId action reason until createdAt liftedAt")}, a.content AS appeal, a.status AS "appealStatus", a.answer AS "appealAnswer"`,
      from: sql`"Decision" d LEFT JOIN "Appeal" a ON a."decisionId" = d.id
        WHERE d."accountId" = ${actor.id} AND d.action <> 'dismiss'`,
      ...newestFirst("d"),
    },
    securityLog: {
      columns: sql`${columnsOf("e", "id action")}, CASE WHEN e."actorId" IS NULL THEN 'site'
          WHEN e."actorId" = ${actor.id} THEN 'you' ELSE 'staff' END AS by, ${columnsOf("e", "details createdAt")}`,
      from: sql`"AuditEntry" e WHERE e."accountId" = ${actor.id}`,
      ...newestFirst("e"),
    },
    notifications: {
      columns: sql`${columnsOf("n", "id userId actorId type subjectId")}, ${visiblePreview(channel, actor.id)} AS preview, ${columnsOf("n", "link postId buildId roomMessageId readAt createdAt")}`,
      from: sql`"Notification" n WHERE n."userId" = ${actor.id} AND ${shownNotification(actor.id)}`,
      ...newestFirst("n"),
    },
  };
}

/** Where the files of the account's images are. */
export function mediaFiles({ actor }: Context): ExportList {
  return { columns: columnsOf("m", "id contentType storageKey createdAt"), ...ownMedia(actor.id) };
}

const MEDIA = "id ownerId postId position contentType width height bytes alt createdAt expiresAt";

/** Images of posts that stand, portraits, and what waits for a post. */
function ownMedia(ownerId: string) {
  return {
    from: sql`"Media" m WHERE m."ownerId" = ${ownerId}
      AND (m."postId" IS NOT NULL OR m."expiresAt" IS NULL OR m."expiresAt" > now())`,
    ...newestFirst("m"),
  };
}

const VERSION_ID = sql`v."postId" || '/' || v.version`;
const FOLLOW = "followerId followeeId createdAt";

/** The account's side of its duels, each role by its own index. The other side's picks are not part of it. */
function ownDuels(userId: string, condition: Sql) {
  const inRole = (role: "challenger" | "opponent") =>
    sql`SELECT *, ${literal(`'${role}'::"DuelRole"`)} AS role FROM "Duel" WHERE ${literal(`"${role}Id"`)} = ${userId} AND ${condition}`;
  return {
    columns: sql`${columnsOf("d", "id challengerId opponentId status result rated createdAt expiresAt closedAt")}, COALESCE(s.bins, '{}') AS bins, COALESCE(s.stakes, '{}') AS stakes, ${columnsOf("s", "role clientSeed playedAt score ratingBefore ratingAfter deviationAfter")}`,
    from: sql`(${inRole("challenger")} UNION ALL ${inRole("opponent")}) d
      JOIN "DuelSide" s ON s."duelId" = d.id AND s.role = d.role WHERE true`,
  };
}

/** Whom the account blocked or muted; never who blocked it. */
function hiddenBy(reason: "blocked" | "muted", userId: string): ExportList {
  return {
    columns: columnsOf("h", "personId createdAt"),
    from: sql`"HiddenPerson" h WHERE h."viewerId" = ${userId} AND h.reason = ${literal(`'${reason}'`)}`,
    ...newestFirst("h", "createdAt", "personId"),
  };
}
