import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CoinAmount } from "@/components/coins/coin-amount";
import { FormattedNumber } from "@/components/ui/number";

const words = (node: React.ReactNode) => renderToStaticMarkup(<>{node}</>).replace(/<svg.*?<\/svg>|<[^>]+>/g, "");

test.each([
  [<CoinAmount key="" value={12480} />, "12,480 coins"],
  [<CoinAmount key="" value={1} />, "1 coin"],
  [<CoinAmount key="" value={50} signed />, "+50 coins"],
  [<CoinAmount key="" value={-25} />, "−25 coins"],
  [<CoinAmount key="" value={0} signed />, "0 coins"],
  [<FormattedNumber key="" value={9999} compact />, "9,999"],
  [<FormattedNumber key="" value={1234567} compact />, "1.2M"],
  [<FormattedNumber key="" value={1234567} />, "1,234,567"],
  [<FormattedNumber key="" value={-1000} />, "-1,000"],
  [<FormattedNumber key="" value={999} />, "999"],
  [<FormattedNumber key="" value={2147483647} />, "2,147,483,647"],
])("%$: an amount is announced as it is shown", (node, text) => {
  expect(words(node)).toBe(text);
});
