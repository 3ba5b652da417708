import { openApiDocument } from "@/lib/api/v1/document";
import { errorsOf } from "@/lib/description/errors";
import { eventsOf } from "@/lib/description/events";
import { groupsOf, operationsOf, schemasOf, usualCodes } from "@/lib/description/operations";

let made: ReturnType<typeof describe> | undefined;

/** What the pages of the API reference show. Read from the OpenAPI document once a process. */
export function reference() {
  return (made ??= describe());
}

function describe() {
  const document = openApiDocument();
  return {
    groups: groupsOf(document),
    schemas: schemasOf(document),
    errors: errorsOf(document),
    events: eventsOf(document),
    usualCodes: usualCodes(operationsOf(document)),
  };
}
