import { escapeXml } from "@/lib/domain/kernel/text/characters";
import type { Audience } from "@/lib/infra/prisma/enums";
import { env } from "@/lib/infra/environment/env";
import { imageFile } from "./rules";

// An account and its posts in the terms of ActivityStreams 2.0 (https://www.w3.org/TR/activitystreams-core/), which
// other services read.

export const CONTEXT = "https://www.w3.org/ns/activitystreams";
const PUBLIC = `${CONTEXT}#Public`;

export interface ArchivedPerson {
  handle: string;
  name: string;
  bio: string;
  image: string | null;
  createdAt: Date;
}

export interface ArchivedPost {
  id: string;
  content: string;
  warning: string | null;
  audience: Audience;
  createdAt: Date;
  editedAt: Date | null;
  media: readonly { id: string; contentType: string; width: number; height: number; alt: string }[] | null;
}

const addressOf = (path: string) => new URL(path, env().siteUrl).href;
const actorOf = (handle: string) => addressOf(`/users/${handle}`);
const followersOf = (handle: string) => addressOf(`/users/${handle}/followers`);

const asHtml = (text: string) => `<p>${escapeXml(text).replaceAll("\n", "<br />")}</p>`;

/** Describes an account. Its posts are in the file beside it. */
export function personOf({ handle, name, bio, image, createdAt }: ArchivedPerson) {
  return {
    "@context": CONTEXT,
    id: actorOf(handle),
    type: "Person",
    url: actorOf(handle),
    preferredUsername: handle,
    name,
    summary: bio && asHtml(bio),
    published: createdAt,
    ...(image !== null && { icon: { type: "Image", url: new URL(image, env().siteUrl).href } }),
    followers: followersOf(handle),
    outbox: "outbox.json",
  };
}

/** Describes the making of a post. The addresses of images are names of files in the archive. */
export function creationOf(handle: string, post: ArchivedPost) {
  const { id, content, warning, audience, createdAt, editedAt, media } = post;
  const url = addressOf(`/posts/${id}`);
  const receivers = AUDIENCES[audience](handle);
  return {
    id: `${url}#create`,
    type: "Create",
    actor: actorOf(handle),
    published: createdAt,
    ...receivers,
    object: {
      id: url,
      type: "Note",
      url,
      attributedTo: actorOf(handle),
      published: createdAt,
      ...(editedAt !== null && { updated: editedAt }),
      ...receivers,
      summary: warning,
      sensitive: warning !== null,
      content: asHtml(content),
      attachment: (media ?? []).map((image) => ({
        type: "Image",
        mediaType: image.contentType,
        url: imageFile(image),
        name: image.alt,
        width: image.width,
        height: image.height,
      })),
    },
  };
}

const AUDIENCES: Record<Audience, (handle: string) => { to: string[]; cc: string[] }> = {
  PUBLIC: (handle) => ({ to: [PUBLIC], cc: [followersOf(handle)] }),
  FOLLOWERS: (handle) => ({ to: [followersOf(handle)], cc: [] }),
  PRIVATE: (handle) => ({ to: [actorOf(handle)], cc: [] }),
};
