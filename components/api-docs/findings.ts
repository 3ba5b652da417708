import type { DescribedError } from "@/lib/description/errors";
import type { DescribedEvent } from "@/lib/description/events";
import type { DescribedOperation } from "@/lib/description/operations";
import { errorAddress, eventAddress, guideAddress, operationAddress, schemaAddress } from "./addresses";
import type { Finding } from "./board-group";

interface Findable {
  groups: readonly { title: string; operations: readonly DescribedOperation[] }[];
  errors: readonly DescribedError[];
  events: readonly DescribedEvent[];
  schemas: readonly string[];
}

/** What hangs on the board, and what a search finds besides. */
export function findingsOf({
  groups,
  errors,
  events,
  schemas,
}: Findable): { title: string; findings: Finding[]; hidden?: boolean }[] {
  const plain = (address: (name: string) => string) => (name: string) => ({
    href: address(name),
    label: name,
    words: name.toLowerCase(),
  });
  return [
    ...groups.map(({ title, operations }) => ({ title, findings: operations.map(ofOperation) })),
    {
      title: "Guides",
      findings: GUIDES.map(([id, label]) => ({
        href: guideAddress(id),
        label,
        prose: true,
        words: `${id} ${label}`.toLowerCase(),
      })),
    },
    { title: "Webhook events", findings: events.map(({ name }) => plain(eventAddress)(name)), hidden: true },
    { title: "Errors", findings: errors.map(({ code }) => plain(errorAddress)(code)), hidden: true },
    { title: "Schemas", findings: schemas.map(plain(schemaAddress)), hidden: true },
  ];
}

const GUIDES = [
  ["start", "Your first post"],
  ["authentication", "Keys"],
  ["pagination", "Pages"],
  ["idempotency", "Safe retries"],
  ["limits", "Limits"],
  ["failing", "When it fails"],
  ["client", "A client to take along"],
  ["be-told", "Be told: webhooks"],
  ["receiver", "A receiver"],
  ["changes", "Versions and changes"],
] as const;

function ofOperation({ id, method, path, summary, scope, parameters, body }: DescribedOperation): Finding {
  const fields = body.kind === "none" ? [] : Object.keys(body.schema.properties ?? {});
  const words = [method, path, summary, id, scope ?? "", ...parameters.map(({ name }) => name), ...fields]
    .join(" ")
    .toLowerCase();
  return { href: operationAddress(id), label: path.replace("/api/v1", ""), method, words };
}
