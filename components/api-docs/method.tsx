import clsx from "clsx";

const COLORS: Record<string, string> = {
  GET: "text-good",
  POST: "text-brand",
  PATCH: "text-brand",
  PUT: "text-brand",
  DELETE: "text-bad",
};

/** An HTTP method, `outlined` like a stamp on a parcel. */
export function Method({
  method,
  outlined = false,
  className,
}: {
  method: string;
  outlined?: boolean;
  className?: string;
}) {
  return (
    <span
      className={clsx(
        "font-mono text-13 font-semibold tracking-tight",
        COLORS[method],
        outlined && "inline-block rounded-[4px] border-[1.5px] border-current px-1.5 leading-5",
        className,
      )}
    >
      {method}
    </span>
  );
}
