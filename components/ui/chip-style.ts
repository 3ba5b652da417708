const chipStyle =
  "chip inline-flex h-(--control-small) shrink-0 items-center gap-1.5 rounded-full border px-3.5 font-medium transition-colors has-data-pending:animate-breathe";

export const restingChipStyle = `${chipStyle} border-edge/60 bg-surface hover:border-edge`;
export const chosenChipStyle = `${chipStyle} border-brand bg-brand text-brand-ink`;
