import { expect, test } from "vitest";
import { freeSlug } from "@/lib/domain/kernel/text/slug";
import { newPerson } from "@/tests/support/people";

test.each([
  ["Brass abacus!", "brass-abacus"],
  ["Crème brûlée", "creme-brulee"],
  ["Große Straße", "grosse-strasse"],
  ["GROẞE STRAẞE", "grosse-strasse"],
  ["Ørsted’s Æther", "orsted-s-aether"],
  ["Łódź & Đà Nẵng", "lodz-da-nang"],
  ["Þingvellir, œuvre, ısı", "thingvellir-oeuvre-isi"],
  ["ﬁne Ｗｏｒｋ ①", "fine-work-1"],
])("the slug of %s is %s", async (title, slug) => {
  expect(await freeSlug(await newPerson(), title, "Build")).toBe(slug);
});

test("a title without Latin letters has a slug of its own", async () => {
  expect(await freeSlug(await newPerson(), "そろばん", "Build")).toMatch(/^untitled-[a-z0-9]{6}$/);
});
