import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  listCatalogue,
  listCategories,
  listCategoryCounts,
  listTechnologies,
  getBuild,
  listBuilds,
} from "@/lib/domain/writing/builds/queries";
import { editBuild, likeBuild, publishBuild, removeBuild, unlikeBuild } from "@/lib/domain/writing/builds/commands";
import { createContext } from "@/lib/domain/kernel/context";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { eventually } from "@/tests/support/eventually";
import { newPerson } from "@/tests/support/people";

const visitor = createContext({ actor: null, channel: "api" });
const at = new Date("2026-06-01T10:00:00Z");
/** The processes that render readmes start slowly on a busy machine, so these tests come last. */
const SLOW = { timeout: 180_000 };

beforeAll(async () => {
  const builds = [
    { slug: "lathe", categorySlug: "tools", price: 12, deletedAt: null },
    { slug: "level", categorySlug: "tools", price: null, deletedAt: null },
    { slug: "maze", categorySlug: "games", price: null, deletedAt: null },
    { slug: "gone", categorySlug: "tools", price: null, deletedAt: at },
  ];
  await database().prisma.build.createMany({
    data: builds.map((build) => ({
      ...build,
      id: `build_${build.slug}`,
      authorId: PLATFORM_USER_ID,
      title: build.slug,
      description: "d",
      readme: "# Read me",
      repoUrl: "https://git.example/x",
      technologies: ["ts"],
      publishedAt: at,
      updatedAt: at,
    })),
  });
});

test("counts the builds of each category, and names the technologies of builds, without removed ones", async () => {
  const counts = await listCategoryCounts(visitor);
  expect(counts.filter(({ builds }) => builds > 0)).toEqual([
    { slug: "games", name: "Games", builds: 1 },
    { slug: "tools", name: "Tools", builds: 2 },
  ]);
  expect(counts.map(({ slug, name }) => ({ slug, name }))).toEqual((await listCategories(visitor)).data);
  expect(await listTechnologies(visitor, { limit: 5 })).toEqual(["ts"]);
});

test("counts a person's like once, until it is taken back", async () => {
  const reader = await newPerson();
  for (const _ of ["first", "again"])
    expect(await likeBuild(reader, { slug: "maze" })).toEqual({ liked: true, likeCount: 1 });
  for (const _ of ["first", "again"])
    expect(await unlikeBuild(reader, { slug: "maze" })).toEqual({ liked: false, likeCount: 0 });
});

test("lists the marketplace, pages through equal times, and filters by category", async () => {
  const first = await listBuilds(visitor, { limit: 2 });
  const second = await listBuilds(visitor, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.data, ...second.data].map(({ slug }) => slug).toSorted()).toEqual(["lathe", "level", "maze"]);
  expect(second.nextCursor).toBeNull();
  expect((await listBuilds(visitor, { limit: 20, category: "games" })).data.map(({ slug }) => slug)).toEqual(["maze"]);
  expect(await listBuilds(visitor, { limit: 20, category: "nowhere" })).toEqual({ data: [], nextCursor: null });
});

test("lists a build with its price, and returns it with readme and links", async () => {
  const item = (await listBuilds(visitor, { limit: 20 })).data.find(({ slug }) => slug === "lathe");
  const shared = {
    slug: "lathe",
    title: "lathe",
    description: "d",
    technologies: ["ts"],
    metrics: { likes: 0, comments: 0, views: 0 },
    cover: null,
  };
  expect(item).toEqual({
    ...shared,
    author: expect.objectContaining({ handle: "pegboard" }) as object,
    price: 12,
    publishedAt: at.toISOString(),
  });
  expect(await getBuild(visitor, { slug: "lathe" })).toEqual({
    ...shared,
    screenshots: [],
    author: expect.objectContaining({ handle: "pegboard" }) as object,
    readme: "# Read me",
    repoUrl: "https://git.example/x",
    demoUrl: null,
  });
});

test("hides a build that was taken down", async () => {
  for (const slug of ["gone", "nowhere"])
    await expect(getBuild(visitor, { slug })).rejects.toMatchObject({ code: "not_found" });
});

test("publishes concurrent builds of one title, each with its own slug", SLOW, async () => {
  const [one, two, ...people] = await Promise.all(Array.from({ length: 10 }, () => newPerson()));
  const id = randomUUID().slice(0, 8);
  const draft = {
    title: `Brass loom ${id}`,
    description: "Weaves while you sleep",
    readme: "# Loom",
    category: "tools",
    technologies: ["Brass"],
    price: null,
    repoUrl: null,
    demoUrl: null,
  };
  // Both renderers run from here on: readmes that wait too long for one to start are rejected.
  const early = [one!, two!].map((person) =>
    eventually(() => publishBuild(person, { ...draft, title: "Oak loom" }), { timeoutMs: 100_000 }),
  );
  await Promise.all(early);
  const slugs = await Promise.all(people.map((person) => publishBuild(person, draft).then(({ slug }) => slug)));
  expect(new Set(slugs).size).toBe(people.length);
  expect(slugs).toContain(`brass-loom-${id}`);
});

test(
  "lists a build under its current technologies and its author, in any case, until it is taken down",
  SLOW,
  async () => {
    const author = await newPerson();
    const draft = {
      title: "Slide rule",
      description: "Multiplies by sliding",
      readme: "# Rule",
      category: "tools",
      technologies: ["Ebony", "Oak"],
      price: null,
      repoUrl: null,
      demoUrl: null,
    };
    const { slug } = await publishBuild(author, draft);
    const listed = async (technology: string, category?: string) =>
      (await listCatalogue(visitor, { limit: 20, technology, category })).data.map((build) => build.slug);
    for (const spelled of ["ebony", "EBONY", "oak"]) expect(await listed(spelled)).toEqual([slug]);
    expect([await listed("ebony", "tools"), await listed("ebony", "games"), await listed("ebon")]).toEqual([
      [slug],
      [],
      [],
    ]);
    const ofAuthor = await listCatalogue(visitor, { limit: 20, handle: author.actor.handle.toUpperCase() });
    expect(ofAuthor.data.map((build) => build.slug)).toEqual([slug]);
    await editBuild(author, { ...draft, slug, category: "games", technologies: ["Ivory"] });
    expect([await listed("ebony"), await listed("ivory", "tools"), await listed("ivory", "games")]).toEqual([
      [],
      [],
      [slug],
    ]);
    await removeBuild(author, { slug });
    expect(await listed("ivory")).toEqual([]);
  },
);

test("pages a technology's builds through equal times, and rejects other lists' cursors", async () => {
  const first = await listCatalogue(visitor, { limit: 2, technology: "TS" });
  const second = await listCatalogue(visitor, { limit: 2, technology: "TS", cursor: first.nextCursor ?? "" });
  expect([...first.data, ...second.data].map(({ slug }) => slug)).toEqual(["maze", "level", "lathe"]);
  expect(second.nextCursor).toBeNull();
  await expect(
    listCatalogue(visitor, { limit: 2, technology: "ebony", cursor: first.nextCursor ?? "" }),
  ).rejects.toMatchObject({ code: "invalid_cursor" });
});
