// `npm run build`: the production build. It is written beside the builds that servers of this folder run from, unless
// the environment names a folder, or the host is Vercel.
import "./tools/check-node";
import { buildBeside, buildInPlace } from "./tools/production-build";
import { failWith } from "./tools/terminal";

const isInPlace = process.env.NEXT_DIST_DIR || process.env.VERCEL;
await (isInPlace ? buildInPlace : buildBeside)(process.env, { isShown: true }).catch(failWith);
