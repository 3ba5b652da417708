import { Icon } from "@/components/ui/icon";
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
      <Icon name={on ? "volume-2" : "volume-off"} />
      {on ? "Sound on" : "Sound off"}
    </Button>
  );
}
