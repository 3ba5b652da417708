import { cupNumber, ODDS, ODDS_OF } from "@/lib/domain/coins/plinko";
import { PAYOUT_FACTOR } from "@/lib/domain/coins/rules";

export function OddsTable() {
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-line text-13 text-muted [&>th]:py-2 [&>th]:font-medium [&>th]:not-last:pr-1">
          <th scope="col">Cup</th>
          <th scope="col">Chance</th>
          <th scope="col">In percent</th>
          <th scope="col" className="text-right">
            Pays
          </th>
        </tr>
      </thead>
      <tbody>
        {ODDS.map((odds, bin) => (
          <tr key={bin} className="border-b border-line last:border-0 [&>*]:py-2">
            <th scope="row" className="font-display font-semibold">
              {cupNumber(bin)}
            </th>
            <td>
              {odds} in {ODDS_OF}
            </td>
            <td>
              <span className="flex items-center gap-3">
                <span className="w-14 whitespace-nowrap max-tiny:w-auto">{((odds / ODDS_OF) * 100).toFixed(1)} %</span>
                <span
                  aria-hidden
                  className="h-1.5 rounded-full bg-brand max-tiny:hidden"
                  style={{ width: `${(odds / Math.max(...ODDS)) * 40}%` }}
                />
              </span>
            </td>
            <td className="text-right">{PAYOUT_FACTOR} ×</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
