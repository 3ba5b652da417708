import { onNext } from "./next";
import type { ApiOperation } from "./operation";
import { serve } from "@/lib/http/pipeline/serve";

/** Mounts a path of the public API on Next's router: what its route file exports. */
export const mountApi = (...operations: ApiOperation[]) => onNext(serve(...operations));
