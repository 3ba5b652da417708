import clsx from "clsx";
import { CoinSign } from "./coin-sign";
import { formatNumber } from "@/components/ui/number";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

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
        <VisuallyHidden>{Math.abs(value) === 1 ? " coin" : " coins"}</VisuallyHidden>
      </span>
    </span>
  );
}
