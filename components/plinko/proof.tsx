"use client";

import { useCallback } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorNote } from "@/components/ui/error-note";
import { BINS, binNumber, type PastDrop, type PlinkoStep, ROWS, verifyDrop } from "@/lib/domain/play/coins/plinko";
import { hmacCommand, useVerification, Verdict } from "./verdict";
import { flightOf, poseAt } from "./flight";
import { BALL_RADIUS, BIN_FLOOR, HEIGHT, binX } from "./layout";
import { PALETTE } from "./palette";
import style from "./plinko.module.css";

export function Proof({ past }: { past: PastDrop }) {
  const { serverSeed, serverSeedHash, clientSeed, nonce, landedBin } = past;
  const verifying = useVerification(
    useCallback(
      () => verifyDrop({ serverSeed, serverSeedHash, clientSeed, nonce, landedBin }),
      [serverSeed, serverSeedHash, clientSeed, nonce, landedBin],
    ),
  );
  if (verifying.phase === "computing") return <p className="min-h-96 text-muted">Computing…</p>;
  if (verifying.phase === "impossible")
    return <ErrorNote>Your browser can only check drops on pages served over HTTPS.</ErrorNote>;
  const { seedMatches, landingMatches, path, byte } = verifying.result;
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
            yes={`The seeds lead to cup ${binNumber(past.landedBin)}, where the ball landed.`}
            no={`The seeds don’t lead to cup ${binNumber(past.landedBin)}, where the ball landed.`}
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
  return `printf %s ${serverSeed} | sha256sum\n${hmacCommand(serverSeed, `${clientSeed}:${nonce}`)}`;
}

function ProofSteps({ path, byte }: { path: readonly PlinkoStep[]; byte: number }) {
  const bits = byte.toString(2).padStart(ROWS, "0");
  return (
    <div>
      <p className="text-muted">
        Random byte <strong className="font-mono font-medium text-ink">{byte.toString(16).padStart(2, "0")}</strong>, in
        binary <strong className="font-mono font-medium text-ink">{bits}</strong>
      </p>
      <ol className="mt-3">
        {path.slice(1).map(({ direction }, row) => {
          const byWall = (bits[row] === "1") !== (direction === "right");
          return (
            <li key={row} className="flex gap-4 border-b border-line py-1.5 last:border-0">
              <span className="w-12 text-muted">Row {row + 1}</span>
              <span className="w-6 font-mono">{bits[row]}</span>
              <span>
                {direction === "right" ? "→ right" : "← left"}
                {byWall && <span className="text-muted">, bounced off the wall</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const FRAME_MS = 12;

function TracedBoard({ path }: { path: readonly PlinkoStep[] }) {
  const flight = flightOf(path);
  const frames = Array.from({ length: Math.ceil(flight.durationMs / FRAME_MS) + 1 }, (_, frame) =>
    poseAt(flight, frame * FRAME_MS),
  );
  const rest = frames.at(-1)!;
  return (
    <div
      aria-hidden
      className={`${style.face} relative overflow-hidden rounded-card bg-wood`}
      style={{ aspectRatio: 1 / HEIGHT }}
    >
      <svg viewBox={`0 0 1 ${HEIGHT}`} className="absolute inset-0 size-full">
        <polyline
          points={frames.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ")}
          fill="none"
          stroke={PALETTE.chosen}
          strokeWidth="0.009"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx={rest.x} cy={rest.y} r={BALL_RADIUS} fill={PALETTE.ball} />
        {Array.from({ length: BINS }, (_, bin) => (
          <text
            key={bin}
            x={binX(bin)}
            y={(BIN_FLOOR + HEIGHT) / 2}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="0.05"
            fontWeight="700"
            className="fill-wood-ink font-display"
          >
            {binNumber(bin)}
          </text>
        ))}
      </svg>
    </div>
  );
}
