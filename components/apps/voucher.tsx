/** The origin of an app's name, which nobody has verified. */
export function Voucher({ vouchedBy }: { vouchedBy: string | null }) {
  if (vouchedBy === null) return <>It chose its name itself, and nobody speaks for it.</>;
  const name = <strong className="font-medium wrap-anywhere text-ink">{vouchedBy}</strong>;
  if (vouchedBy.startsWith("@")) return <>{name} registered it. We haven’t checked its name.</>;
  if (vouchedBy === "this site") return <>It belongs to this site.</>;
  return <>It is described at {name}. We haven’t checked its name.</>;
}
