import { createHash } from "node:crypto";
import { median } from "../contest";

const ROUNDS = 5;
const DOCUMENTS = 400;

/**
 * Processor time of a fixed piece of similar work (JSON, text, a hash), in milliseconds. Normalizes runs on machines,
 * or at times, of different speed.
 */
export function yardstick(): number {
  return median(Array.from({ length: ROUNDS }, round));
}

function round(): number {
  const before = process.cpuUsage();
  const post = { id: "post_1", content: "Measured, not guessed. ".repeat(10), metrics: { likes: 1, comments: 2 } };
  let hash = "";
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const page = JSON.stringify({ data: Array.from({ length: 20 }, (_, n) => ({ ...post, id: `post_${n}${hash}` })) });
    hash = createHash("sha256")
      .update(JSON.stringify(JSON.parse(page)))
      .digest("hex");
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
