import fc from "fast-check";
import type { Body } from "./requests";

/** Forms with a picture, with another file, without a file, and bodies that are not forms. */
export function formOf(): fc.Arbitrary<Body> {
  const file = fc.oneof(
    fc.constant(PIXEL),
    fc.constant(PIXEL.subarray(0, 40)),
    fc.constant(new TextEncoder().encode("<svg/>")),
    fc.uint8Array({ maxLength: 300 }),
  );
  const files = fc.array(fc.record({ field: fc.constantFrom("image", "image", "image", "picture"), bytes: file }), {
    maxLength: 2,
  });
  const form = fc
    .record({ files, alt: fc.option(fc.string({ unit: "grapheme", maxLength: 600 })), stray: fc.boolean() })
    .map(({ files: sent, alt, stray }): Body => {
      const data = new FormData();
      for (const { field, bytes } of sent) data.append(field, new Blob([bytes]), "a.png");
      if (alt !== null) data.append("alt", alt);
      if (stray) data.append("colour", "red");
      return { form: data, deserves: "unknown" };
    });
  return fc.oneof(
    { arbitrary: form, weight: 6 },
    { arbitrary: fc.constantFrom<Body>({ text: "{}", deserves: "unknown" }, { deserves: "unknown" }), weight: 1 },
  );
}

/** A one-pixel picture. */
const PIXEL = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
);
