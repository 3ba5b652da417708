import { onNext } from "./next";
import type { ApiOperation } from "./operation";
import { serve } from "@/lib/http/pipeline/serve";

export const mountApi = (...operations: ApiOperation[]) => onNext(serve(...operations));
