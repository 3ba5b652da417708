import type { MountContext } from "@/lib/http/handlers";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { beginRequest, type RequestState } from "@/lib/http/response/response";

export type Operation = ApiOperation | SessionOperation;

/** A request to an operation, and what its response says of it whatever happens. */
export interface Call<O extends Operation = Operation> {
  operation: O;
  request: Request;
  params: MountContext["params"];
  state: RequestState;
  /** The account or address whose calls the operation's own budget counted, once it has. */
  counted?: string;
}

export function beginCall<O extends Operation>(operation: O, request: Request, mount: MountContext): Call<O> {
  const state = beginRequest(mount);
  if (operation.channel === "api") {
    state.scopes = operation.scope === null ? [] : [operation.scope];
    state.deprecated = operation.deprecated;
  }
  return { operation, request, params: mount.params, state };
}
