// `npm run build`: the production build. Beside those that servers of this folder run from; a host that says where it
// wants its build, or that is Vercel, has it there.
import "./tools/check-node";
import { build, buildBeside } from "./tools/production-build";
import { failWith } from "./tools/terminal";

const inPlace = process.env.NEXT_DIST_DIR || process.env.VERCEL;
await (inPlace ? build : buildBeside)(process.env, "shown").catch(failWith);
