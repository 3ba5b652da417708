// `npm run build`: the production build, for hosts that start the server themselves.
import "./check-node";
import { build } from "./production-build";
import { failWith } from "./terminal";

await build(process.env, "shown").catch(failWith);
