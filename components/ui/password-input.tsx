import { Icon } from "./icon";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./button";
import { Input } from "./field";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} verbatim className="pr-12" />
      <IconButton
        label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 rounded-control hover:bg-transparent"
      >
        <Icon name={shown ? "eye-off" : "eye"} />
      </IconButton>
    </div>
  );
}
