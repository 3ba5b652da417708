"use client";

import { useCallback } from "react";
import { hmacCommand, useVerification, Verdict } from "@/components/plinko/verdict";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorNote } from "@/components/ui/error-note";
import { type DuelProof as Proof, type ProvableDuel, verifyDuel } from "@/lib/domain/play/duels/proof";

export function DuelProof({ duel }: { duel: ProvableDuel }) {
  const verifying = useVerification(useCallback(() => verifyDuel(duel), [duel]));
  return (
    <div className="grid gap-5 *:min-w-0">
      <div role="status" className="min-h-24">
        {verifying.phase === "computing" && <p className="text-muted">Computing…</p>}
        {verifying.phase === "impossible" && (
          <ErrorNote>Your browser can only compute proofs on pages served over HTTPS.</ErrorNote>
        )}
        {verifying.phase === "done" && <Verdicts proof={verifying.result} />}
      </div>
      <div>
        <p className="mb-2 text-13 text-muted">
          Or without us, in any terminal. The first line gives the hash from the challenge; of the others, the first two
          characters are the byte that steers each ball.
        </p>
        <CodeBlock title="Shell" code={shellCommands(duel)} />
      </div>
    </div>
  );
}

function Verdicts({ proof: { seedMatches, landingsMatch, scoresMatch } }: { proof: Proof }) {
  return (
    <ul className="grid gap-2">
      <Verdict
        kept={seedMatches}
        yes="The seed matches the hash in the challenge."
        no="The seed doesn’t match the hash in the challenge."
      />
      <Verdict
        kept={landingsMatch}
        yes="The three seeds lead every ball to where it landed."
        no="The three seeds do not lead every ball to where it landed."
      />
      <Verdict kept={scoresMatch} yes="The scores match the picks." no="The scores don’t match the picks." />
    </ul>
  );
}

function shellCommands({ serverSeed, plays, balls }: ProvableDuel): string {
  const seeds = `${plays.challenger.clientSeed}:${plays.opponent.clientSeed}`;
  const lines = balls.map((_, ball) => hmacCommand(serverSeed, `${seeds}:${ball}`));
  return [`printf %s ${serverSeed} | sha256sum`, ...lines].join("\n");
}
