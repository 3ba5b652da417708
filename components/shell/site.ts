/** The site's settings, as the shell shows them. */
export interface Site {
  name: string;
  /** The path of an image, or null for the product's default. */
  logo: string | null;
  /** The policies that are published. */
  policies: readonly string[];
}
