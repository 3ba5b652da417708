/** The maximum compressed size, in kB, of the code that a page loads initially. React and Next take 117 of them. */
export const MOST_SCRIPT_KB = 150;

/** The total compressed size of the scripts at these URLs, in kB. */
export async function scriptKbOf(urls: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    urls.map((url) => fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } })),
  );
  return answers.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0) / 1000;
}
