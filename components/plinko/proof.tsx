import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorNote } from "@/components/ui/error-note";
import type { PastDrop } from "@/lib/domain/coins/fairness";
import { cupNumber } from "./cup-number";
import { ProofSteps } from "./proof-steps";
import { TracedBoard } from "./traced-board";
import { useVerification } from "./use-verification";

/** The drop computed again: whether the promise was kept, the way that the ball took, and how to check it without us. */
export function Proof({ past }: { past: PastDrop }) {
  const verifying = useVerification(past);
  if (verifying.phase === "computing") return <p className="min-h-96 text-muted">Computing…</p>;
  if (verifying.phase === "impossible")
    return <ErrorNote>This browser computes proofs only on pages that came over HTTPS.</ErrorNote>;
  const { seedMatches, landingMatches, path, steering } = verifying.verification;
  return (
    <div className="grid gap-6 *:min-w-0">
      <div role="status">
        <ul className="grid gap-2">
          <Verdict
            kept={seedMatches}
            yes="The seed is the one whose hash was shown before the drop."
            no="The seed does not fit the hash that was shown before the drop."
          />
          <Verdict
            kept={landingMatches}
            yes={`The seeds lead to cup ${cupNumber(past.landedBin)}, where the ball landed.`}
            no={`The seeds do not lead to cup ${cupNumber(past.landedBin)}, where the ball landed.`}
          />
        </ul>
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TracedBoard path={path} />
        <ProofSteps path={path} steering={steering} />
      </div>
      <div>
        <p className="mb-2 text-13 text-muted">
          Or without us, in any terminal. The first two characters of the second line are the byte that steers.
        </p>
        <CodeBlock title="Shell" code={byHand(past)} />
      </div>
    </div>
  );
}

function Verdict({ kept, yes, no }: { kept: boolean; yes: ReactNode; no: ReactNode }) {
  const Sign = kept ? CircleCheck : CircleX;
  return (
    <li className={kept ? "flex gap-2.5 text-good" : "flex gap-2.5 text-bad"}>
      <Sign aria-hidden className="mt-[0.15em] size-[1.2em] shrink-0" />
      {kept ? yes : no}
    </li>
  );
}

function byHand({ serverSeed, clientSeed, nonce }: PastDrop): string {
  const quoted = `'${`${clientSeed}:${nonce}`.replaceAll("'", `'\\''`)}'`;
  return `printf %s ${serverSeed} | sha256sum\nprintf %s ${quoted} | openssl dgst -sha256 -hmac ${serverSeed} -r`;
}
