import fc from "fast-check";
import { expect, test } from "vitest";
import { fitted } from "@/lib/domain/accounts/imports/drafts";
import { text } from "@/lib/domain/kernel/text/schema";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { newPost } from "@/lib/domain/writing/posts/schema";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { readArchive } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";
import { attempts, RANDOM } from "@/tests/support/random";
import { importArchive } from "./archives";
import { writtenBy } from "./written";

const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));

test("text of an archive becomes text that could have been written here", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (value, max) => {
      const kept = fitted(value, max);
      expect(text("it", { max }).safeParse(kept)).toEqual({ success: true, data: kept });
      expect(fitted(kept, max)).toBe(kept);
    }),
    { ...RANDOM, numRuns: attempts({ few: 200, many: 5000 }) },
  );
});

const aPost = fc.record({
  content: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((words) => `${words} #tag`),
  warning: fc.option(fc.constantFrom("Spoilers", "Numbers: 1 < 2")),
  audience: fc.constantFrom("PUBLIC" as const, "FOLLOWERS" as const, "PRIVATE" as const),
  images: fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 2 }),
  comments: fc.array(fc.constantFrom("Yes", "No", "Maybe"), { maxLength: 2 }),
  secondsAgo: fc.integer({ min: 1, max: 10 * 365 * 86_400 }),
});

test("an account is the same in another one that its archive was brought to, and from there in a third", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aPost, { maxLength: 6 }), async (posts) => {
      const [ada, eve, fay] = [await newPerson(), await newPerson(), await newPerson()];
      for (const { content, warning, audience, images, comments, secondsAgo } of posts) {
        const at = later(ada, -secondsAgo);
        const media_ids = [];
        for (const alt of images) media_ids.push(await newImage(at, { alt: fitted(alt, 100) }));
        const parsed = newPost.safeParse({ content, warning, audience, media_ids });
        if (!parsed.success) continue;
        const { id } = await createPost(at, parsed.data);
        for (const comment of comments) await addComment(later(at, 1), { id, content: comment });
      }
      const written = await writtenBy(ada);
      await importArchive(eve, "pegboard", await readArchive(ada));
      expect(await writtenBy(eve)).toEqual(written);
      await importArchive(fay, "pegboard", await readArchive(eve));
      expect(await writtenBy(fay)).toEqual(written);
    }),
    { ...RANDOM, numRuns: attempts({ few: 5, many: 60 }) },
  );
});
