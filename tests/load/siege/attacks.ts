import { type Attack, attack } from "./attack";
import { BODIES } from "./bodies";
import { CONNECTIONS } from "./connections";
import { until } from "./crowd";
import { EXPORTS } from "./exports";
import { INNER_HEADERS } from "./inner-headers";
import { KEYS } from "./keys";
import { MARKDOWN } from "./markdown";
import { MODELS } from "./models";
import { PAGES } from "./pages";
import { IMAGES } from "./images";
import { READS } from "./reads";
import { RECEIVERS } from "./receivers";
import { SIGN_IN } from "./sign-in";
import { STOLEN_CREDENTIALS } from "./stolen-credentials";
import { WRITES } from "./writes";

/** A baseline without an attack: the delays of the machine itself. */
const BASELINE = attack({ name: "baseline", description: "no attack at all", run: (_target, signal) => until(signal) });

/** All attacks, ordered by their target. */
export const ATTACKS: readonly Attack[] = [
  BASELINE,
  ...MARKDOWN,
  ...IMAGES,
  ...EXPORTS,
  ...BODIES,
  ...CONNECTIONS,
  ...PAGES,
  ...INNER_HEADERS,
  ...SIGN_IN,
  ...READS,
  ...WRITES,
  ...KEYS,
  ...STOLEN_CREDENTIALS,
  ...MODELS,
  ...RECEIVERS,
];
