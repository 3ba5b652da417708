import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import busboy from "busboy";
import { invalid, type Issue, DomainError } from "@/lib/domain/kernel/errors";
import { FORM_OVERHEAD_BYTES } from "./body-limits";
import type { FileField, UploadedFile } from "@/lib/http/declaration";
import { rejectCoded } from "./json-body";

const FIELD_LIMITS = { fields: 8, fieldNameSize: 100, fieldSize: 8 * 1024, parts: 12, files: 4 };

interface Form {
  file: UploadedFile;
  fields: Record<string, string>;
}

/** Reads `multipart/form-data` with one file, and stops at the first byte over the limit. */
export async function readForm(request: Request, wanted: FileField): Promise<Form> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new DomainError(
      "unsupported_media_type",
      `Send multipart/form-data with the file in the field ${wanted.field}.`,
    );
  }
  rejectCoded(request);
  // Opens the parser before the body, so that a body it rejects stays unread: cancelling a body that is being read
  // fails inside Node's adapter, where it cannot be caught here.
  const parser = openParser(request.headers, wanted);
  const source = Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>);
  try {
    return await parse(source, parser, wanted);
  } finally {
    source.destroy();
  }
}

function parse(source: Readable, parser: busboy.Busboy, wanted: FileField): Promise<Form> {
  return new Promise((resolve, reject) => {
    const issues: Issue[] = [];
    // Has no prototype, so that a field named __proto__ is an ordinary one.
    const fields = Object.create(null) as Record<string, string>;
    let file: UploadedFile | undefined;

    parser.on("file", (name, stream) => {
      // A form that ends within a file also emits "error" here, which would end the process if unhandled.
      stream.on("error", () => reject(malformed()));
      if (name !== wanted.field || file) {
        issues.push({
          param: name,
          message:
            name === wanted.field ? `${name} is given more than once` : `${name} is not a file field of this request`,
        });
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      const hash = createHash("sha256");
      const upload: UploadedFile = (file = { bytes: Buffer.alloc(0), digest: "" });
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        hash.update(chunk);
      });
      stream.on("limit", () => reject(tooLarge(wanted)));
      stream.on("end", () => {
        upload.bytes = Buffer.concat(chunks);
        upload.digest = hash.digest("hex");
      });
    });
    parser.on("field", (name, value) => {
      if (Object.hasOwn(fields, name)) issues.push({ param: name, message: `${name} is given more than once` });
      fields[name] = value;
    });
    parser.on("error", () => reject(malformed()));
    parser.on("close", () => {
      if (!file) issues.unshift({ param: wanted.field, message: missing(wanted, fields) });
      if (issues.length > 0 || !file) reject(invalid(issues));
      else resolve({ file, fields });
    });
    source.on("error", () => reject(malformed()));
    let bytes = 0;
    source.on("data", (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      if (bytes > wanted.maxBytes + FORM_OVERHEAD_BYTES) reject(tooLarge(wanted));
    });
    source.pipe(parser);
  });
}

/** A part without a file name is a text field to every parser of forms. */
const missing = ({ field, description }: FileField, fields: Record<string, string>) =>
  field in fields
    ? `${field} has no file name, so it is no file: send it with one, such as filename="photo.png"`
    : `${field} is required: ${description}`;

function openParser(headers: Headers, wanted: FileField): busboy.Busboy {
  try {
    // The extra byte distinguishes a file of exactly the limit from a larger one.
    const limits = { ...FIELD_LIMITS, fileSize: wanted.maxBytes + 1 };
    return busboy({ headers: Object.fromEntries(headers), limits, defParamCharset: "utf8" });
  } catch {
    throw malformed();
  }
}

const malformed = () => new DomainError("invalid_request", "The form is not well-formed multipart/form-data.");

const tooLarge = ({ field, maxBytes }: FileField) =>
  new DomainError("payload_too_large", `${field} is larger than ${maxBytes.toLocaleString("en")} bytes.`);
