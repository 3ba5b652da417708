import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { Button } from "@/components/ui/button";
import { keepStored, readStored } from "@/lib/client/local-storage";
import { flightOf } from "./flight";
import type { Play } from "./machine";
import type { Sound } from "./sound";

export function SoundSwitch() {
  const on = useSoundChoice();
  return (
    <Button
      variant="bare"
      size="small"
      className="-mr-3"
      role="switch"
      aria-checked={on}
      aria-label="Sound"
      onClick={() => chooseSound(!on)}
    >
      <Icon name={on ? "volume-2" : "volume-off"} />
      {on ? "Sound on" : "Sound off"}
    </Button>
  );
}

const KEY = "pegboard:sound";

/** Off by default, and remembered in this browser. The server renders it as off. */
const store = createStore(() => ({ on: false }));
store.setState({ on: readStored(KEY) === "on" });

const useSoundChoice = () => useStore(store, ({ on }) => on);

function chooseSound(on: boolean) {
  keepStored(KEY, on ? "on" : "off");
  store.setState({ on });
}

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
