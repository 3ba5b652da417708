import { useEffect, useRef } from "react";
import { flightOf } from "./flight";
import type { Play } from "./machine";
import type { Sound } from "./sound";
import { useSoundChoice } from "./sound-choice";

/** Plays sounds if they are switched on; the code is loaded only then. */
export function useSound(play: Play) {
  const on = useSoundChoice();
  const create = useRef<() => Sound>(null);
  const sound = useRef<Sound>(null);
  const heard = useRef(play);

  useEffect(() => {
    if (on) import("./sound").then(({ createSound }) => void (create.current = createSound)).catch(() => {});
  }, [on]);

  useEffect(
    () => () => {
      sound.current?.close();
      sound.current = null;
    },
    [],
  );

  useEffect(() => {
    // Turning sound on during a drop plays nothing until the next one.
    if (heard.current === play) return;
    heard.current = play;
    sound.current?.stopFall();
    if (!on) return;
    sound.current ??= create.current?.() ?? null;
    if (!sound.current) return;
    if (play.phase === "result") sound.current.playEnd(play.drop.won);
    if (play.phase === "dropping" && play.ball.at === "pegs" && play.ball.manner === "travel") {
      sound.current.playFall(flightOf(play.ball.result.path).hits);
    }
  }, [on, play]);
}
