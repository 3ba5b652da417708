import { JAVASCRIPT, JSON_TEXT, literal, PYTHON } from "./literal";
import type { DocumentedOperation, Parameter } from "./operations";

export const LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python", go: "Go" } as const;
export type Language = keyof typeof LANGUAGES;

/** Writes a request in each language. The key comes from the environment variable PEGBOARD_KEY. */
export const SNIPPETS: Record<Language, (sample: SampleRequest) => string> = {
  curl({ method, url, authenticated, idempotent, json, file }) {
    const lines = [
      `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
      authenticated && `-H "Authorization: Bearer $PEGBOARD_KEY"`,
      idempotent && `-H "Idempotency-Key: $(openssl rand -hex 16)"`,
      json !== undefined && `-H "Content-Type: application/json"`,
      json !== undefined && `-d '${literal(json, JSON_TEXT, 2).replaceAll("'", "'\\''")}'`,
      file && `-F "${file}=@picture.png"`,
    ];
    return lines.filter(Boolean).join(" \\\n  ");
  },

  javascript({ method, url, authenticated, idempotent, json, file, answers }) {
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
    return `${file ? 'import { openAsBlob } from "node:fs";\n\n' : ""}${form}const response = await ${call};\n${answers ? "console.log(response.status, await response.json());" : "console.log(response.status);"}`;
  },

  python({ method, url, authenticated, idempotent, json, file, answers }) {
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
    return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${args.join("\n")}\n)\nresponse.raise_for_status()${answers ? "\nprint(response.json())" : ""}`;
  },

  go({ method, url, authenticated, idempotent, json, file }) {
    const packages = [
      file && "bytes",
      idempotent && "crypto/rand",
      "fmt",
      "io",
      file && "mime/multipart",
      "net/http",
      (authenticated || file) && "os",
      json !== undefined && "strings",
    ].filter(Boolean);
    const body = file ? "&form" : json === undefined ? "nil" : "body";
    const lines = [
      json !== undefined && `body := strings.NewReader(${goText(literal(json, JSON_TEXT, 0))})`,
      file && GO_FORM.replace("FILE", file),
      `request, err := http.NewRequest("${method}", "${url}", ${body})`,
      GO_CHECK,
      authenticated && `request.Header.Set("Authorization", "Bearer "+os.Getenv("PEGBOARD_KEY"))`,
      json !== undefined && `request.Header.Set("Content-Type", "application/json")`,
      file && `request.Header.Set("Content-Type", writer.FormDataContentType())`,
      idempotent &&
        `key := make([]byte, 16)\nrand.Read(key)\nrequest.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))`,
      "response, err := http.DefaultClient.Do(request)",
      GO_CHECK,
      "defer response.Body.Close()",
      "text, err := io.ReadAll(response.Body)",
      GO_CHECK,
      "fmt.Println(response.Status, string(text))",
    ].filter(Boolean);
    const imports = packages.map((name) => `\t"${name}"`).join("\n");
    return `package main\n\nimport (\n${imports}\n)\n\nfunc main() {\n${indented(lines.join("\n"))}\n}`;
  },
};

const GO_CHECK = "if err != nil {\n\tpanic(err)\n}";
const GO_FORM = `var form bytes.Buffer
writer := multipart.NewWriter(&form)
part, err := writer.CreateFormFile("FILE", "picture.png")
${GO_CHECK}
picture, err := os.Open("picture.png")
${GO_CHECK}
io.Copy(part, picture)
writer.Close()`;

/** Uses a raw string if possible, because JSON is full of quotation marks. */
const goText = (text: string) => (text.includes("`") ? JSON.stringify(text) : `\`${text}\``);

/** Indents code, except for the lines of a raw string. */
function indented(code: string): string {
  let isRaw = false;
  return code
    .split("\n")
    .map((line) => {
      const shown = isRaw ? line : `\t${line}`;
      if (line.split("`").length % 2 === 0) isRaw = !isRaw;
      return shown;
    })
    .join("\n");
}

/** A valid request to an operation, for the snippets in every language. */
interface SampleRequest {
  method: string;
  url: string;
  authenticated: boolean;
  idempotent: boolean;
  json?: unknown;
  /** The name of the form's file field. */
  file?: string;
  /** Whether the response has a body. */
  answers: boolean;
}

export function sampleRequestOf(
  { method, path, parameters, idempotent, scope, body, paginated, response }: DocumentedOperation,
  siteUrl: string,
): SampleRequest {
  const valueOf = ({ name, example }: Parameter) => encodeURIComponent(String(example ?? name));
  const named = new Map(parameters.map((parameter) => [parameter.name, valueOf(parameter)]));
  const query = [
    ...parameters.filter((each) => each.in === "query" && each.required).map((each) => `${each.name}=${valueOf(each)}`),
    ...(paginated ? ["limit=20"] : []),
  ];
  return {
    method,
    url:
      siteUrl +
      path.replace(/\{(\w+)\}/g, (_match, name: string) => named.get(name) ?? name) +
      (query.length > 0 ? `?${query.join("&")}` : ""),
    authenticated: scope !== null,
    idempotent,
    answers: response.schema !== undefined,
    ...(body.kind === "json" ? { json: body.example } : {}),
    ...(body.kind === "form" ? { file: Object.keys(body.schema.properties ?? {})[0] } : {}),
  };
}
