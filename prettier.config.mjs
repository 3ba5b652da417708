/** The one judge of layout: ESLint checks only what Prettier does not. */
const config = {
  printWidth: 120,
  plugins: ["prettier-plugin-tailwindcss"],
  tailwindStylesheet: "./app/globals.css",
  tailwindFunctions: ["clsx"],
};

export default config;
