import { describe, expect, test } from "vitest";
import { GET as getUnversioned, POST as postUnversioned } from "@/app/api/[...path]/route";
import { GET as getMetadata } from "@/app/api/oauth/server-metadata/route";
import { GET as getVersioned } from "@/app/api/v1/[[...path]]/route";
import { apiRoutes } from "@/lib/api/routes";
import { Router } from "@/lib/http/router";
import { addressesIn } from "@/tests/contract/fuzz/addresses";

describe("Next's route files", () => {
  test("mount the table of operations, and otherwise only what is not in it", () => {
    const router = new Router(apiRoutes());
    const files = addressesIn("app/api", /^route\.ts$/);
    expect(files).toEqual(expect.arrayContaining(["/api/v1/[[...path]]", "/api/[...path]"]));
    const own = files.filter((path) => !path.endsWith("[...path]") && !path.endsWith("[[...path]]"));
    const shadowing = own.filter((path) => router.find(path.replace("[...nextauth]", "session")));
    expect(shadowing, "An operation is served by the table: delete the route file").toEqual([]);
  });

  const ask = async (handler: typeof getVersioned, path: string[] | undefined) => {
    const response = await handler(new Request("http://localhost/sent/by/the/client"), {
      params: Promise.resolve({ path }),
    });
    const { error } = (await response.json()) as { error: { message: string } | string };
    return { status: response.status, message: typeof error === "string" ? error : error.message };
  };

  test("find an operation by the segments that Next matched, whatever URL was sent", async () => {
    expect(await ask(getVersioned, ["me"])).toMatchObject({ status: 401 });
    expect(await ask(getUnversioned, ["coins"])).toMatchObject({ status: 401 });
    expect(await ask(postUnversioned, ["posts", "a/b", "like"])).toMatchObject({ status: 401 });
  });

  test("keep a slash within a segment apart from one between two", async () => {
    const noProfile = { status: 404, message: "There is nothing at this address that you can see." };
    expect(await ask(getUnversioned, ["profile", "a/b"])).toEqual(noProfile);
    expect(await ask(getUnversioned, ["profile", "a", "b"])).toEqual({
      status: 404,
      message: "There is no such path.",
    });
  });

  test("serve a path of their own, for which Next passes no parameters", async () => {
    expect((await getMetadata(new Request("http://localhost/api/oauth/server-metadata"), {})).status).toBe(200);
  });

  test("answer paths without an operation with the error of their kind", async () => {
    const missing = { status: 404, message: expect.stringContaining("There is no such path in this API") as string };
    expect(await ask(getVersioned, undefined)).toEqual(missing);
    expect(await ask(getVersioned, ["nothing", "here"])).toEqual(missing);
    expect(await ask(getUnversioned, ["nothing", "here"])).toEqual({ status: 404, message: "There is no such path." });
    expect(await ask(postUnversioned, ["coins"])).toMatchObject({ status: 405 });
  });
});
