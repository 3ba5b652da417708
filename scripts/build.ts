// `npm run build`: the production build. It is written beside the builds that servers of this folder run from, unless
// the environment names a folder, or the host is Vercel.
import "./tools/check-node";
import { build, buildBeside } from "./tools/production-build";
import { failWith } from "./tools/terminal";

const inPlace = process.env.NEXT_DIST_DIR || process.env.VERCEL;
await (inPlace ? build : buildBeside)(process.env, "shown").catch(failWith);
