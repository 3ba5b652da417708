/** What the shell shows of the site itself. */
export interface Site {
  name: string;
  /** The path of an image, or null for the mark that the product comes with. */
  logo: string | null;
  /** The policies that are written. */
  policies: readonly string[];
}
