import { describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { createContext } from "@/lib/domain/kernel/context";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { getReport } from "@/lib/domain/people/moderation/queries";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { editBuild, publishBuild, removeBuild } from "@/lib/domain/writing/builds/commands";
import { getBuild, getBuildPage, listBuilds } from "@/lib/domain/writing/builds/queries";
import { MAX_SCREENSHOTS } from "@/lib/domain/writing/builds/rules";
import { buildDraft } from "@/lib/domain/writing/builds/schema";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { openImage } from "@/lib/domain/writing/media/queries";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { newStaff, reported } from "@/tests/lib/domain/people/moderation/staff";
import { BUILD_DRAFT, newBuild } from "@/tests/support/builds";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";

const visitor = createContext({ actor: null, channel: "session" });
const isServed = (ctx: Parameters<typeof openImage>[0], id: string) =>
  openImage(ctx, { id }).then(
    () => true,
    ({ code }: { code: string }) => code !== "not_found",
  );
const imagesOf = async (slug: string) => {
  const { cover, screenshots } = await getBuild(visitor, { slug });
  return { cover: cover?.id ?? null, screenshots: screenshots.map(({ id }) => id) };
};
const inReadme = (id: string) => `# Loom\n\n![The shuttle](/api/media/${id})`;

/** A build with a cover, two screenshots and an image in its readme. */
async function illustrated() {
  const author = await newPerson();
  const [cover, first, second, shown] = [
    await newImage(author),
    await newImage(author),
    await newImage(author),
    await newImage(author),
  ];
  const slug = await newBuild(author, {
    cover: { id: cover, alt: "A loom" },
    screenshots: [
      { id: second, alt: "Its shuttle" },
      { id: first, alt: "" },
    ],
    readme: inReadme(shown),
  });
  return { author, slug, cover, first, second, shown };
}

describe("the images of a build", () => {
  test("are its cover, in lists too, its screenshots in order, and those of its readme, with their sizes", async () => {
    const { slug, cover, first, second, shown } = await illustrated();
    expect(await getBuild(visitor, { slug })).toMatchObject({
      cover: { id: cover, alt: "A loom", width: 30, height: 20 },
      screenshots: [{ id: second, alt: "Its shuttle" }, { id: first }],
    });
    expect((await listBuilds(visitor, { limit: 1 })).data).toMatchObject([{ slug, cover: { id: cover } }]);
    const { readmeHtml } = await getBuildPage(visitor, { slug });
    expect(readmeHtml).toContain(`src="/api/media/${shown}"`);
    expect(readmeHtml).toContain('width="30" height="20"');
    for (const id of [cover, first, second, shown])
      expect(await openImage(visitor, { id })).toMatchObject({ isPublic: true });
  });

  test("stay where an edit leaves them out, and change places, come and go where it names them", async () => {
    const { author, slug, cover, first, second, shown } = await illustrated();
    await editBuild(author, { ...BUILD_DRAFT, slug, readme: inReadme(shown) });
    expect(await imagesOf(slug)).toEqual({ cover, screenshots: [second, first] });
    const third = await newImage(author);
    const screenshots = [third, first].map((id) => ({ id, alt: "Another" }));
    await editBuild(author, { ...BUILD_DRAFT, slug, cover: { id: second, alt: "" }, screenshots });
    expect(await imagesOf(slug)).toEqual({ cover: second, screenshots: [third, first] });
    for (const id of [cover, shown]) expect(await isServed(author, id)).toBe(false);
    await editBuild(author, { ...BUILD_DRAFT, slug, cover: null, readme: inReadme(second) });
    expect(await imagesOf(slug)).toEqual({ cover: null, screenshots: [third, first] });
    expect(await isServed(visitor, second)).toBe(true);
  });

  test("are no others’, no post’s and no other build’s, and a refusal names each and changes nothing", async () => {
    const { author, slug, cover, first, second } = await illustrated();
    const [posted, foreign, own] = [await newImage(author), await newImage(await newPerson()), await newImage(author)];
    await createPost(author, { content: "Look", media_ids: [posted], audience: "PUBLIC" });
    const elsewhere = await newImage(author);
    await newBuild(author, { title: "Wheel", cover: { id: elsewhere, alt: "" } });
    const wanted = [own, posted, foreign, elsewhere, own, cover].map((id) => ({ id, alt: "" }));
    await expect(
      editBuild(author, { ...BUILD_DRAFT, slug, cover: { id: cover, alt: "" }, screenshots: wanted }),
    ).rejects.toMatchObject({
      code: "invalid_media",
      details: { issues: [1, 2, 3, 4, 5].map((index) => ({ param: `screenshots[${index}].id` })) },
    });
    expect(await imagesOf(slug)).toEqual({ cover, screenshots: [second, first] });
    const many = Array.from({ length: MAX_SCREENSHOTS + 1 }, () => ({ id: own, alt: "" }));
    expect(buildDraft.safeParse({ ...BUILD_DRAFT, screenshots: many }).success).toBe(false);
    await newBuild(author, { title: "Frame", readme: `${inReadme(posted)} ${inReadme(foreign)}` });
    expect(await database().prisma.media.count({ where: { role: "README", id: { in: [posted, foreign] } } })).toBe(0);
  });

  test("are seen by those who see the build", async () => {
    const { author, slug, cover, shown } = await illustrated();
    const blocked = await newPerson();
    await blockUser(author, { handle: blocked.actor.handle });
    const servedTo = async (...viewers: Parameters<typeof openImage>[0][]) =>
      Promise.all(viewers.flatMap((viewer) => [isServed(viewer, cover), isServed(viewer, shown)]));
    expect(await servedTo(visitor, blocked)).toEqual([true, true, false, false]);
    const build = await database().prisma.build.findUniqueOrThrow({ where: { slug } });
    const hide = { action: "hide", reason: "No looms" } as const;
    await decideReport(await newStaff(), { id: await reported("build", build.id), ...hide });
    expect(await servedTo(visitor, author)).toEqual([false, false, true, true]);
    await removeBuild(author, { slug });
    expect(await servedTo(visitor, author)).toEqual([false, false, false, false]);
  });

  test("are kept for a report of it, and for reopening a closed account", async () => {
    const { author, slug, cover, shown } = await illustrated();
    const moderator = await newStaff();
    const { id } = await fileReport(await newPerson(), { subject: { type: "build", id: slug }, reason: "spam" });
    await closeAccount({ ...author, session: { ...author.session!, provenAt: author.now } }, {});
    expect(await isServed(visitor, cover)).toBe(false);
    await expireMedia(later(author, 7 * 86_400));
    expect(await database().prisma.media.count({ where: { id: { in: [cover, shown] }, expiresAt: null } })).toBe(2);
    const { snapshot } = await getReport(moderator, { id });
    expect(snapshot.media.map(({ id: image }) => image)).toEqual(expect.arrayContaining([cover, shown]));
    expect(await isServed(moderator, cover)).toBe(true);
  });

  test("are attached once by builds that are published at the same time", async () => {
    const author = await newPerson();
    const cover = { id: await newImage(author), alt: "" };
    const publish = (title: string) => publishBuild(author, { ...BUILD_DRAFT, title, cover });
    const outcomes = await Promise.allSettled(["Loom", "Wheel", "Frame"].map(publish));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
