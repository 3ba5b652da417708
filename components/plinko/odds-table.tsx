import { TableHead } from "@/components/ui/table-head";
import { binNumber, ODDS, ODDS_OF } from "@/lib/domain/play/coins/plinko";
import { PAYOUT_FACTOR } from "@/lib/domain/play/coins/rules";

export function OddsTable() {
  return (
    <table className="w-full text-left">
      <TableHead
        columns={[
          ["Cup", "pr-1"],
          ["Chance", "pr-1"],
          ["In percent", "pr-1"],
          ["Pays", "text-right"],
        ]}
      />
      <tbody>
        {ODDS.map((odds, bin) => (
          <tr key={bin} className="border-b border-line last:border-0 [&>*]:py-2">
            <th scope="row" className="font-display font-semibold">
              {binNumber(bin)}
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
