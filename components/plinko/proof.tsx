"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { ErrorNote } from "@/components/ui/error-note";
import type { PastDrop } from "@/lib/domain/coins/fairness";
import { cupNumber } from "./cup-number";
import { ProofSteps } from "./proof-steps";
import { TracedBoard } from "./traced-board";
import { useVerification } from "./use-verification";
import { Verdict } from "./verdict";

/** The verification of a drop: whether seed and landing match, the path, and how to check it independently. */
export function Proof({ past }: { past: PastDrop }) {
  const verifying = useVerification(past);
  if (verifying.phase === "computing") return <p className="min-h-96 text-muted">Computing…</p>;
  if (verifying.phase === "impossible")
    return <ErrorNote>Your browser can only check drops on pages served over HTTPS.</ErrorNote>;
  const { seedMatches, landingMatches, path, byte } = verifying.verification;
  return (
    <div className="grid gap-6 *:min-w-0">
      <div role="status">
        <ul className="grid gap-2">
          <Verdict
            kept={seedMatches}
            yes="The seed matches the hash shown before the drop."
            no="The seed doesn’t match the hash shown before the drop."
          />
          <Verdict
            kept={landingMatches}
            yes={`The seeds lead to cup ${cupNumber(past.landedBin)}, where the ball landed.`}
            no={`The seeds don’t lead to cup ${cupNumber(past.landedBin)}, where the ball landed.`}
          />
        </ul>
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TracedBoard path={path} />
        <ProofSteps path={path} byte={byte} />
      </div>
      <div>
        <p className="mb-2 text-13 text-muted">
          Or check it without us, in any terminal. The first two characters of the second line are the random byte.
        </p>
        <CodeBlock title="Shell" code={byHand(past)} />
      </div>
    </div>
  );
}

function byHand({ serverSeed, clientSeed, nonce }: PastDrop): string {
  const quoted = `'${`${clientSeed}:${nonce}`.replaceAll("'", `'\\''`)}'`;
  return `printf %s ${serverSeed} | sha256sum\nprintf %s ${quoted} | openssl dgst -sha256 -hmac ${serverSeed} -r`;
}
