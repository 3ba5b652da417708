import { Volume2, VolumeOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { chooseSound, useSoundChoice } from "./sound-choice";

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
      {on ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
      {on ? "Sound on" : "Sound off"}
    </Button>
  );
}
