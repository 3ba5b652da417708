"use client";

import { RenderError, type RenderErrorProps } from "@/components/shell/render-error";

export default function PageError(props: RenderErrorProps) {
  return <RenderError {...props} />;
}
