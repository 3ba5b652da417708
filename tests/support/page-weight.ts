/** Of all code that a page loads by itself, compressed, in kB. React and Next are 117 of them. */
export const MOST_SCRIPT_KB = 156;
/** On the board, where a press must be answered soon on a slow phone. */
export const MOST_SCRIPT_KB_OF_COINS = 150;

/** The compressed kilobytes of all scripts at these addresses. */
export async function scriptKbOf(urls: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    urls.map((url) => fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } })),
  );
  return answers.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0) / 1000;
}
