import type { ReactNode } from "react";
import { disabledWithFocus } from "@/components/ui/button";
import { IMAGE_TYPES } from "./use-images";

interface FileChoiceProps {
  /** Its accessible name, where its content is no text. */
  label?: string;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  className: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that chooses images. The same files can be chosen again. */
export function FileChoice({ label, multiple, disabled, busy, className, onFiles, children }: FileChoiceProps) {
  return (
    <label
      title={label}
      aria-busy={busy}
      className={`${className} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand has-aria-disabled:cursor-default has-aria-disabled:opacity-55`}
    >
      {children}
      <input
        type="file"
        accept={IMAGE_TYPES.join(",")}
        multiple={multiple}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          onFiles(files);
        }}
        {...((disabled || busy) && disabledWithFocus)}
      />
    </label>
  );
}
