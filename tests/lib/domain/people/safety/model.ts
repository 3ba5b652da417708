import type { Audience } from "@/lib/infra/prisma/enums";

/** A person of a random world, by number; -1 is a visitor. */
export type Who = number;
export const VISITOR: Who = -1;
/** Follows the tag that every post of the world has. */
export const TAG_FOLLOWER: Who = 0;

export interface ModelPost {
  id: string;
  author: Who;
  audience: Audience;
  /** A word of the text that nothing else contains. */
  text: string;
  quotes: ModelPost | null;
  /** Whose post or profile it links to first, and the word of that which its card shows. */
  links: { author: Who; post: ModelPost | null; text: string } | null;
}

export interface ModelComment {
  id: string;
  post: ModelPost;
  author: Who;
  parent: ModelComment | null;
  text: string;
}

/** Relations between people, as `who>whom`. */
export interface Relations {
  blocks: Set<string>;
  mutes: Set<string>;
  follows: Set<string>;
  /** Who mutes which word. */
  words: Set<string>;
}

/** The complete rule of who sees what, with which every read is compared. */
export const rule = ({ blocks, mutes, follows, words }: Relations) => {
  const apart = (a: Who, b: Who) => blocks.has(`${a}>${b}`) || blocks.has(`${b}>${a}`);
  const quiet = (viewer: Who, other: Who) => apart(viewer, other) || mutes.has(`${viewer}>${other}`);
  const open = (viewer: Who, { author, audience }: ModelPost, channel: "api" | "session") =>
    audience === "PUBLIC" ||
    viewer === author ||
    (channel === "session" && audience === "FOLLOWERS" && follows.has(`${viewer}>${author}`));
  const reads = (viewer: Who, post: ModelPost, channel: "api" | "session") =>
    !apart(viewer, post.author) && open(viewer, post, channel);
  const unwanted = (viewer: Who, { author, text }: { author: Who; text: string }) =>
    viewer !== author && words.has(`${viewer}>${text}`);
  const quoted = (viewer: Who, { author, quotes }: ModelPost, channel: "api" | "session") =>
    quotes && reads(viewer, quotes, channel) && !quiet(viewer, quotes.author) && !apart(author, quotes.author)
      ? quotes
      : null;
  const previews = (viewer: Who, { links }: ModelPost, channel: "api" | "session") =>
    links !== null && !quiet(viewer, links.author) && (links.post === null || reads(viewer, links.post, channel));
  const links = (viewer: Who, post: ModelPost) =>
    previews(viewer, post, "session") && words.has(`${viewer}>${post.links?.text}`);
  /** Whether a muted word is in a post, or in what it quotes or links to. */
  const screened = (viewer: Who, post: ModelPost) => {
    const quotes = quoted(viewer, post, "session");
    return (
      viewer !== post.author &&
      (unwanted(viewer, post) || links(viewer, post) || (quotes !== null && unwanted(viewer, quotes)))
    );
  };
  const hears = (viewer: Who, post: ModelPost) =>
    post.audience === "PUBLIC" && !quiet(viewer, post.author) && !screened(viewer, post);
  const inCircle = (viewer: Who, other: Who) =>
    viewer === other || (follows.has(`${viewer}>${other}`) && !mutes.has(`${viewer}>${other}`));
  const comments = (viewer: Who, { author, parent }: ModelComment): boolean =>
    !apart(viewer, author) && (parent === null || comments(viewer, parent));
  return { apart, quiet, unwanted, screened, quoted, previews, reads, hears, comments, inCircle };
};

export type Rule = ReturnType<typeof rule>;
