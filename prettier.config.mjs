/** The one judge of layout: oxlint checks only what Prettier does not. */
const config = {
  printWidth: 120,
  plugins: ["prettier-plugin-tailwindcss"],
  tailwindStylesheet: "./app/globals.css",
  tailwindFunctions: ["clsx"],
  // Elsewhere the lines of a text can be those of a query.
  overrides: [{ files: "*.md", options: { proseWrap: "always" } }],
};

export default config;
