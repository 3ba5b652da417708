/** Who vouches for an app's name. */
export function Voucher({ vouchedBy }: { vouchedBy: string | null }) {
  if (vouchedBy === null) return <>It chose its name itself: nobody vouches for it.</>;
  return (
    <>
      Its name is vouched for by <strong className="font-medium break-words text-ink">{vouchedBy}</strong>.
    </>
  );
}
