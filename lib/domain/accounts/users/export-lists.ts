import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { Context } from "@/lib/domain/kernel/context";
import { shownNotification, visiblePerson, visiblePreview, visibleTo } from "@/lib/domain/kernel/visibility";
import { EXPORT_PAGE_ROWS } from "./rules";

/** A list of one account, in the order of an index. */
export interface ExportList extends Order {
  columns: Sql;
  from: Sql;
  pageRows?: number;
}

interface Order {
  after(position: RowPosition): Sql;
  order: Sql;
  /** The columns of a row's position. */
  at: string;
  id: string;
}

/** The values of a row's columns `at` and `id`. */
export type RowPosition = readonly [at: unknown, id: unknown];

/** `names` are separated by spaces. */
function columnsOf(alias: string, names: string): Sql {
  const columns = names.split(" ").map((name) => `${alias}."${name}"`);
  return literal(columns.join(", "));
}

/** A list of one table's rows, newest first unless told otherwise. `table` is its name and alias: `Comment c`. */
function rowsOf(table: `${string} ${string}`, names: string, condition: Sql, order?: Order): ExportList {
  const [name, alias = ""] = table.split(" ");
  return {
    columns: columnsOf(alias, names),
    from: sql`${literal(`"${name}" ${alias}`)} WHERE ${condition}`,
    ...(order ?? newestFirst(alias)),
  };
}

/** The order of rows whose index has no time. */
function inOrderOf(alias: string, id: string): Order {
  const column = columnsOf(alias, id);
  return { after: ([, afterId]) => sql`${column} > ${afterId}`, order: column, at: id, id };
}

function newestFirst(alias: string, at = "createdAt", id = "id"): Order {
  const columns = [columnsOf(alias, at), columnsOf(alias, id)] as const;
  return {
    after: ([afterAt, afterId]) => sql`(${columns[0]}, ${columns[1]}) < (${afterAt}::timestamptz, ${afterId})`,
    order: sql`${columns[0]} DESC, ${columns[1]} DESC`,
    at,
    id,
  };
}

/** Returns every list of an export, by its name there. */
export function exportLists({ channel, actor }: Context): Record<string, ExportList> {
  const own = (table: `${string} ${string}`, owner: string, names: string, order?: Order) =>
    rowsOf(table, names, sql`${columnsOf(table.split(" ")[1]!, owner)} = ${actor.id}`, order);
  return {
    posts: withTags(
      rowsOf(
        "Post p",
        "id authorId content warning audience communityId priceCoins createdAt editedAt deletedAt hiddenAt chosenAudience pinnedAt quoteId quoteWithdrawnAt likesCount commentsCount repostsCount quotesCount viewsCount",
        sql`p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
      ),
    ),
    postVersions: {
      columns: sql`${VERSION_ID} AS id, ${columnsOf("v", "postId version content warning alts createdAt")}, p."createdAt" AS "postedAt"`,
      from: sql`"PostVersion" v JOIN "Post" p ON p.id = v."postId"
        WHERE p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
      after: ([at, id]: RowPosition) => sql`p."createdAt" <= ${at}::timestamptz
        AND (p."createdAt", ${VERSION_ID}) < (${at}::timestamptz, ${id})`,
      order: sql`p."createdAt" DESC, ${VERSION_ID} DESC`,
      at: "postedAt",
      id: "id",
    },
    scheduledPosts: own(
      "ScheduledPost s",
      "authorId",
      "id authorId content warning audience quoteId publishAt createdAt failedAt failure",
      newestFirst("s", "publishAt"),
    ),
    drafts: own("Draft d", "authorId", "id authorId content warning audience createdAt"),
    media: ownMedia(actor.id, MEDIA),
    comments: rowsOf(
      "Comment c",
      "id postId authorId parentId content repliesCount createdAt editedAt hiddenAt",
      sql`c."authorId" = ${actor.id} AND c."deletedAt" IS NULL`,
    ),
    // In the order of their index, which is by post.
    likes: own("Like l", "userId", "postId userId createdAt", inOrderOf("l", "postId")),
    reposts: own("Repost t", "userId", "postId userId createdAt", newestFirst("t", "createdAt", "postId")),
    bookmarks: {
      columns: columnsOf("b", "postId userId createdAt"),
      from: sql`"Bookmark" b JOIN "Post" p ON p.id = b."postId"
        WHERE b."userId" = ${actor.id} AND ${visibleTo(channel, actor.id)}`,
      ...newestFirst("b", "createdAt", "postId"),
    },
    following: {
      columns: sql`${columnsOf("f", FOLLOW)}, u.handle`,
      from: sql`"Follow" f JOIN "User" u ON u.id = f."followeeId" WHERE f."followerId" = ${actor.id}`,
      ...newestFirst("f", "createdAt", "followeeId"),
    },
    followers: own("Follow f", "followeeId", FOLLOW, newestFirst("f", "createdAt", "followerId")),
    blocks: hiddenBy("blocked", actor.id),
    mutes: hiddenBy("muted", actor.id),
    mutedWords: own("MutedWord w", "userId", "id phrase until createdAt"),
    followedTags: own("TagFollow t", "userId", "tag createdAt", newestFirst("t", "createdAt", "tag")),
    imports: own("Import i", "userId", "id source status bytes brought leftOut failure createdAt finishedAt undoneAt"),
    // In the order of their index, which is by post.
    mutedConversations: own("MutedConversation m", "userId", "postId createdAt", inOrderOf("m", "postId")),
    invitations: own("Invitation i", "inviterId", "id uses usesLeft createdAt expiresAt revokedAt"),
    guests: rowsOf(
      "Invited i",
      "userId createdAt",
      sql`i."inviterId" = ${actor.id} AND ${visiblePerson(actor.id, sql`i."userId"`)}`,
      newestFirst("i", "createdAt", "userId"),
    ),
    coins: {
      columns: sql`${columnsOf("e", "id userId type")}, e.amount::float8 AS amount, e.balance::float8 AS balance, ${columnsOf("e", "dropId subjectId createdAt")}`,
      from: sql`"LedgerEntry" e WHERE e."userId" = ${actor.id}`,
      ...newestFirst("e"),
    },
    drops: own("Drop d", "userId", "id userId seedId nonce bin landedBin amount createdAt"),
    roomMessages: rowsOf(
      "RoomMessage m",
      "id roomId userId content replyToId createdAt",
      sql`m."userId" = ${actor.id} AND m.kind = 'message' AND m."deletedAt" IS NULL`,
    ),
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
      ...rowsOf(
        "Build b",
        "id slug authorId categorySlug title description readme repoUrl demoUrl technologies price publishedAt updatedAt deletedAt hiddenAt likesCount commentsCount viewsCount",
        sql`b."authorId" = ${actor.id} AND b."deletedAt" IS NULL`,
        newestFirst("b", "publishedAt"),
      ),
      pageRows: EXPORT_PAGE_ROWS.builds,
    },
    buildComments: own("BuildComment c", "authorId", "id buildId authorId content createdAt hiddenAt"),
    buildLikes: own("BuildLike l", "userId", "buildId userId createdAt", inOrderOf("l", "buildId")),
    purchases: own("BuildPurchase b", "userId", "buildId userId price createdAt", inOrderOf("b", "buildId")),
    reports: own("Report r", "reporterId", "id subjectType subjectId reason comment status createdAt"),
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

/** Returns the list of the account's posts with their images, for ActivityStreams. */
export function outbox({ actor }: Context): ExportList {
  const posts = rowsOf(
    "Post p",
    "id content warning audience createdAt editedAt",
    sql`p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
  );
  const image = sql`json_build_object('id', m.id, 'contentType', m."contentType", 'width', m.width, 'height', m.height, 'alt', m.alt)`;
  return {
    ...posts,
    columns: sql`${posts.columns}, (SELECT json_agg(${image} ORDER BY m.position) FROM "Media" m WHERE m."postId" = p.id) AS media`,
  };
}

export function mediaFiles({ actor }: Context): ExportList {
  return ownMedia(actor.id, "id contentType storageKey createdAt");
}

const MEDIA =
  "id ownerId postId scheduledPostId buildId role position contentType width height bytes alt createdAt expiresAt";

/** The account's images: those of posts and builds, the profile picture, and those not attached to a post yet. */
function ownMedia(ownerId: string, names: string): ExportList {
  const isKept = sql`(m."postId" IS NOT NULL OR m."scheduledPostId" IS NOT NULL OR m."expiresAt" IS NULL
    OR m."expiresAt" > now())`;
  return rowsOf("Media m", names, sql`m."ownerId" = ${ownerId} AND ${isKept}`);
}

const withTags = (posts: ExportList): ExportList => ({
  ...posts,
  columns: sql`${posts.columns}, coalesce(p.tags, '{}') AS tags,
    EXISTS (SELECT FROM "ImportedItem" i WHERE i."subjectId" = p.id) AS imported`,
});

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
  const condition = sql`h."viewerId" = ${userId} AND h.reason = ${literal(`'${reason}'`)}`;
  return rowsOf("HiddenPerson h", "personId createdAt", condition, newestFirst("h", "createdAt", "personId"));
}
