import clsx from "clsx";
import type { ReactNode } from "react";

interface RadioCard {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps {
  legend: string;
  name: string;
  cards: readonly RadioCard[];
  /** Without one, a card must be chosen. */
  defaultValue?: string;
  className?: string;
}

export function RadioCards({ legend, name, cards, defaultValue, className }: RadioCardsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className={clsx("grid gap-2", className)}>
        {cards.map((card) => (
          <label key={card.value} className={CARD}>
            <input
              type="radio"
              name={name}
              value={card.value}
              disabled={card.disabled}
              required={defaultValue === undefined}
              defaultChecked={card.value === defaultValue}
              className="mt-[0.2em] size-[1.1em] shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-[0.33em] checked:border-brand focus-visible:outline-none"
            />
            <span className="min-w-0">
              <span className="font-medium">{card.label}</span>
              {card.hint && <span className="block text-13 text-muted">{card.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CARD =
  "flex gap-3 rounded-control border border-edge/60 bg-surface px-3.5 py-2.5 transition-colors hover:border-edge " +
  "has-checked:border-brand has-checked:bg-brand-soft has-disabled:opacity-55 " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand";
