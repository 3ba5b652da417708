import type { ComponentProps } from "react";
import { Avatar } from "@/components/ui/avatar";
import type { Viewer } from "./viewer-context";

export function AccountButton({ viewer, ...rest }: ComponentProps<"button"> & { viewer: Viewer }) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label="Account menu"
      className="touch-target flex rounded-full"
      {...rest}
    >
      <Avatar src={viewer.image} name={viewer.name} size={32} />
    </button>
  );
}
