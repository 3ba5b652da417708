import clsx from "clsx";
import { formatNumber } from "@/components/ui/number";
import coin from "./coin.svg";

interface CoinAmountProps {
  value: number;
  /** Shows a plus sign; a minus sign always shows. */
  signed?: boolean;
  className?: string;
}

export function CoinAmount({ value, signed = false, className }: CoinAmountProps) {
  const sign = value < 0 ? "−" : signed && value > 0 ? "+" : "";
  return (
    <span className={clsx("inline-flex items-center gap-[0.3em] whitespace-nowrap", className)}>
      <CoinSign />
      <span>
        {sign}
        {formatNumber(Math.abs(value))}
        <span className="sr-only">{Math.abs(value) === 1 ? " coin" : " coins"}</span>
      </span>
    </span>
  );
}

const HREF = `${coin.src}#coin`;

/** The coin icon. Gold is reserved for coins. References its shape in a file, so that no page repeats it. */
export function CoinSign({ className }: { className?: string }) {
  return (
    <svg aria-hidden className={clsx("coin-sign", className)}>
      <use href={HREF} />
    </svg>
  );
}
