import clsx from "clsx";
import coin from "./coin.svg";

const HREF = `${coin.src}#coin`;

/** The coin icon. Gold is reserved for coins. References its shape in a file, so that no page repeats it. */
export function CoinSign({ className }: { className?: string }) {
  return (
    <svg aria-hidden className={clsx("coin-sign", className)}>
      <use href={HREF} />
    </svg>
  );
}
