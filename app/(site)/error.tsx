"use client";

export { RenderError as default } from "@/components/shell/render-error";
