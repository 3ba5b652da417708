/** The site's settings, as the shell shows them. */
export interface Site {
  name: string;
  /** The path of an image, or null for the mark that the product comes with. */
  logo: string | null;
  /** The policies that are published. */
  policies: readonly string[];
}
