import clsx from "clsx";

const LOOKS: Record<string, string> = {
  GET: "text-good",
  POST: "text-brand",
  PATCH: "text-brand",
  PUT: "text-brand",
  DELETE: "text-bad",
};

/** The method's word; `stamped` like a stamp on a parcel. */
export function Method({
  method,
  stamped = false,
  className,
}: {
  method: string;
  stamped?: boolean;
  className?: string;
}) {
  return (
    <span
      className={clsx(
        "font-mono text-13 font-semibold tracking-tight",
        LOOKS[method],
        stamped && "inline-block rounded-[4px] border-[1.5px] border-current px-1.5 leading-5",
        className,
      )}
    >
      {method}
    </span>
  );
}
