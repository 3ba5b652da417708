import { beginImport, receivePart, storePart, withdrawImport } from "@/lib/domain/accounts/imports/commands";
import { listImports } from "@/lib/domain/accounts/imports/queries";
import { PART_BYTES } from "@/lib/domain/accounts/imports/rules";
import { importItem, importList, importPart, newImport } from "@/lib/domain/accounts/imports/schema";
import { sessionOperation } from "@/lib/http/operation";

/** docs/contract.md#your-data */
export const imports = {
  list: sessionOperation("GET /api/imports", { returns: importList, run: listImports }),
  begin: sessionOperation("POST /api/imports", {
    writes: null,
    budget: "imports",
    budgetPer: "user",
    body: newImport,
    status: 201,
    returns: importItem,
    run: beginImport,
  }),
  send: sessionOperation("POST /api/imports/{id}/parts", {
    writes: null,
    budget: "importParts",
    budgetPer: "user",
    file: { field: "part", maxBytes: PART_BYTES, description: "the next part of the archive" },
    body: importPart,
    returns: importItem,
    prepare: storePart,
    run: receivePart,
  }),
  withdraw: sessionOperation("DELETE /api/imports/{id}", {
    writes: "profile",
    returns: importItem,
    run: withdrawImport,
  }),
};
