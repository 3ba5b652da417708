import { useEffect, useEffectEvent, useMemo } from "react";
import { binNumber, drop, ODDS, ODDS_OF } from "@/lib/domain/play/coins/plinko";
import { Board } from "./board";
import { CupNumbers } from "./cup-numbers";
import { fallMs } from "./flight";
import { mannerNow } from "./manner";
import { fallingBall, landedBall } from "./unpaid";

interface FirstBallBoardProps {
  byte: number;
  hasLanded: boolean;
  /** Given what came of it, in words. */
  onLanded: (result: string) => void;
}

/** Drops a ball as on the real board, in this browser alone. */
export default function FirstBallBoard({ byte, hasLanded, onLanded }: FirstBallBoardProps) {
  const ball = useMemo(() => drop(byte), [byte]);
  const land = useEffectEvent(() => onLanded(landingOf(ball.landedBin)));
  useEffect(() => {
    if (hasLanded) return;
    const timer = setTimeout(land, fallMs(ball.path, mannerNow()));
    return () => clearTimeout(timer);
  }, [ball, hasLanded]);
  const play = useMemo(() => (hasLanded ? landedBall(ball, true) : fallingBall(ball)), [ball, hasLanded]);
  return (
    <Board play={play} activated onSkip={() => {}}>
      <CupNumbers landedBin={hasLanded ? ball.landedBin : null} />
    </Board>
  );
}

/** Says where a ball landed, and how often that happens. */
export function landingOf(bin: number): string {
  return `Cup ${binNumber(bin)}. ${ODDS[bin]} of ${ODDS_OF} balls land there.`;
}
