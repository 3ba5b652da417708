import { useEffect, useRef } from "react";
import { flightOf } from "./flight";
import type { Play } from "./machine";
import { createSound, type Sound } from "./sound";
import { useSoundChoice } from "./sound-choice";

/** Lets the play be heard, if that is wished. */
export function useSound(play: Play) {
  const on = useSoundChoice();
  const sound = useRef<Sound>(null);
  const heard = useRef(play);

  useEffect(() => () => {
    sound.current?.close();
    sound.current = null;
  }, []);

  useEffect(() => {
    // Switching on in the middle of a drop is no reason to start it over.
    if (heard.current === play) return;
    heard.current = play;
    sound.current?.stopFall();
    if (!on) return;
    sound.current ??= createSound();
    if (play.phase === "result") sound.current.playEnd(play.drop.won);
    if (play.phase === "dropping" && play.ball.at === "pegs" && play.ball.manner === "travel") {
      sound.current.playFall(flightOf(play.ball.result.path).hits);
    }
  }, [on, play]);
}
