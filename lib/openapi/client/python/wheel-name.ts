import { version } from "@/package.json";

/** pip reads the name and version of a wheel from its file name. */
export const WHEEL = `pegboard-${version}-py3-none-any.whl`;
