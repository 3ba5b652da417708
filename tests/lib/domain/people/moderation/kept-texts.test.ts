import { expect, test } from "vitest";
import type { z } from "zod";
import { commentOnBuild, listBuildComments } from "@/lib/domain/writing/builds/comments";
import { publishBuild } from "@/lib/domain/writing/builds/commands";
import { getBuild } from "@/lib/domain/writing/builds/queries";
import { buildDraft, newBuildComment } from "@/lib/domain/writing/builds/schema";
import type { Context } from "@/lib/domain/kernel/context";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { newComment } from "@/lib/domain/writing/comments/schema";
import { getReport } from "@/lib/domain/people/moderation/queries";
import type { SubjectType } from "@/lib/domain/people/moderation/rules";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { newPost } from "@/lib/domain/writing/posts/schema";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { newMessage } from "@/lib/domain/play/rooms/schema";
import { changeProfile, getProfileOf, getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { profileChange } from "@/lib/domain/accounts/users/schema";
import { newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";
import { fieldsOf } from "@/tests/support/schema-parts";
import { roomOfTwo, snapshotOf } from "../../play/rooms/people";
import { newStaff } from "./staff";

interface Written {
  author: Context;
  reader: Context;
  id: string;
  shown: unknown;
}

/** Writes a subject with all that its author can enter, and reads what others see of it. */
type Write = (fill: <T>(body: z.ZodType<T>) => T) => Promise<Written>;

const page = { limit: 5 };
const two = async () => ({ author: await newPerson(), reader: await newPerson() });

const SUBJECTS: Record<SubjectType | "comment on a build", Write> = {
  async post(fill) {
    const { author, reader } = await two();
    const { id } = await createPost(author, { ...fill(newPost), media_ids: undefined, quote_id: undefined });
    return { author, reader, id, shown: await getPost(reader, { id }) };
  },
  async comment(fill) {
    const { author, reader } = await two();
    const post = await createPost(author, { content: "A post", audience: "PUBLIC" });
    const { id } = await addComment(author, { ...fill(newComment), id: post.id, parent_id: undefined });
    return { author, reader, id, shown: await listComments(reader, { id: post.id, ...page }) };
  },
  async "comment on a build"(fill) {
    const { author, reader } = await two();
    const slug = await newBuild(author);
    const { id } = await commentOnBuild(author, { ...fill(newBuildComment), slug });
    return { author, reader, id, shown: await listBuildComments(reader, { slug, ...page }) };
  },
  async build(fill) {
    const { author, reader } = await two();
    const draft = { ...fill(buildDraft), category: "tools" };
    const { slug } = await publishBuild(author, draft);
    return { author, reader, id: slug, shown: await getBuild(reader, { slug }) };
  },
  async message(fill) {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { ...fill(newMessage), code, replyTo: undefined });
    return { author: host, reader: guest, id, shown: (await snapshotOf(guest, code)).messages };
  },
  async user(fill) {
    const { author, reader } = await two();
    const { handle } = await changeProfile(author, fill(profileChange));
    const shown = [await getPublicProfile(reader, { handle }), await getProfileOf(reader, { handle })];
    return { author, reader, id: author.actor.id, shown };
  },
};

test.each(Object.entries(SUBJECTS))("a report of a %s keeps every text that others see of it", async (name, write) => {
  const type = name === "comment on a build" ? "comment" : (name as SubjectType);
  const words: Record<string, string> = {};
  const { reader, id, shown } = await write((body) => {
    const fields = Object.entries(fieldsOf(body));
    for (const [field] of fields) words[field] = `zq${field.toLowerCase()}`;
    return body.parse(Object.fromEntries(fields.map(([field, schema]) => [field, entered(words[field]!, schema)])));
  });
  const { snapshot } = await getReport(
    await newStaff(),
    await fileReport(reader, { subject: { type, id }, reason: "spam" }),
  );
  const [seen, kept] = [shown, snapshot].map((value) => {
    const text = JSON.stringify(value);
    return Object.keys(words).filter((field) => text.includes(words[field]!));
  });
  expect(seen).not.toEqual([]);
  expect(kept, `Add what is missing to SUBJECTS.${type} in lib/domain/people/moderation/subjects.ts.`).toEqual(
    expect.arrayContaining(seen!),
  );
});

/** A value of a field with a word of ours; none if it cannot have one. */
function entered(word: string, schema: z.ZodType): unknown {
  return [word, `https://${word}.example/`, [word], undefined, null].find((value) => schema.safeParse(value).success);
}
