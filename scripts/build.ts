// `npm run build`: the production build. Beside those that servers of this folder run from; a host that says where it wants
// its build, or that is Vercel, has it there.
import "./check-node";
import { build, buildBeside } from "./production-build";
import { failWith } from "./terminal";

const inPlace = process.env.NEXT_DIST_DIR || process.env.VERCEL;
await (inPlace ? build : buildBeside)(process.env, "shown").catch(failWith);
