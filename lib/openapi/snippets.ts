import { JAVASCRIPT, JSON_TEXT, literal, PYTHON } from "./literal";
import type { SampleRequest } from "./sample-request";

export const LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

/** Writes a request in each language. The key comes from the environment variable PEGBOARD_KEY. */
export const SNIPPETS: Record<Language, (sample: SampleRequest) => string> = {
  curl({ method, url, authenticated, idempotent, json, file }) {
    const lines = [
      `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
      authenticated && `-H "Authorization: Bearer $PEGBOARD_KEY"`,
      idempotent && `-H "Idempotency-Key: $(uuidgen)"`,
      json !== undefined && `-H "Content-Type: application/json"`,
      json !== undefined && `-d '${literal(json, JSON_TEXT, 2).replaceAll("'", "'\\''")}'`,
      file && `-F "${file}=@picture.png"`,
    ];
    return lines.filter(Boolean).join(" \\\n  ");
  },

  javascript({ method, url, authenticated, idempotent, json, file }) {
    const headers = [
      authenticated && "Authorization: `Bearer ${process.env.PEGBOARD_KEY}`,",
      json !== undefined && `"Content-Type": "application/json",`,
      idempotent && `"Idempotency-Key": crypto.randomUUID(),`,
    ].filter(Boolean);
    const options = [
      method !== "GET" && `  method: "${method}",`,
      headers.length > 0 && `  headers: {\n${headers.map((header) => `    ${header}`).join("\n")}\n  },`,
      json !== undefined && `  body: JSON.stringify(${literal(json, JAVASCRIPT, 2)}),`,
      file && "  body: form,",
    ].filter(Boolean);
    const form = file ? `const form = new FormData();\nform.set("${file}", await openAsBlob("picture.png"));\n\n` : "";
    const call = options.length > 0 ? `fetch("${url}", {\n${options.join("\n")}\n})` : `fetch("${url}")`;
    return `${file ? 'import { openAsBlob } from "node:fs";\n\n' : ""}${form}const response = await ${call};\n${read(method)}`;
  },

  python({ method, url, authenticated, idempotent, json, file }) {
    const headers = [
      authenticated && `"Authorization": f"Bearer {os.environ['PEGBOARD_KEY']}",`,
      idempotent && `"Idempotency-Key": str(uuid.uuid4()),`,
    ].filter(Boolean);
    const args = [
      `    "${url}",`,
      headers.length > 0 && `    headers={\n${headers.map((header) => `        ${header}`).join("\n")}\n    },`,
      json !== undefined && `    json=${literal(json, PYTHON, 4)},`,
      file && `    files={"${file}": open("picture.png", "rb")},`,
    ].filter(Boolean);
    const imports = [authenticated && "import os", idempotent && "import uuid", "import requests"]
      .filter(Boolean)
      .join("\n");
    return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${args.join("\n")}\n)\nresponse.raise_for_status()${method === "DELETE" ? "" : "\nprint(response.json())"}`;
  },
};

/** A DELETE may return no body. */
const read = (method: string) =>
  method === "DELETE" ? "console.log(response.status);" : "console.log(response.status, await response.json());";
