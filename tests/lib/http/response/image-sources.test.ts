import { expect, test } from "vitest";
import { imageSources } from "@/lib/http/response/image-sources";

test("allows images from the site itself only", () => {
  expect(imageSources({})).toBe("'self' data: blob:");
  expect(imageSources({ NEXTAUTH_URL: "https://pegboard.example/" })).toBe(
    "'self' data: blob: https://pegboard.example",
  );
  expect(imageSources({ VERCEL_URL: "pegboard-x1.vercel.app" })).toBe(
    "'self' data: blob: https://pegboard-x1.vercel.app",
  );
});

test("allows the configured bucket and sign-in providers", () => {
  const variables = { S3_PUBLIC_URL: "https://images.example/pegboard", GITHUB_CLIENT_ID: "x", GOOGLE_CLIENT_ID: "y" };
  expect(imageSources(variables)).toBe(
    "'self' data: blob: https://images.example https://avatars.githubusercontent.com https://*.googleusercontent.com",
  );
});

test("ignores settings that are not URLs", () => {
  expect(imageSources({ S3_PUBLIC_URL: "*; script-src *", NEXTAUTH_URL: "" })).toBe("'self' data: blob:");
});
