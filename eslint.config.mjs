import next from "eslint-config-next/core-web-vitals";
import typescript from "eslint-config-next/typescript";

/** Where the environment is read: in one place at run time, and by what runs before or around the server. */
const READS_ENVIRONMENT = ["lib/infra/env.ts", "lib/infra/job-process.ts", "instrumentation.ts"];

/** What can hold components and hooks. React's rules compile what they check, which takes a third of the time. */
const RENDERED = ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/client/**/*.{ts,tsx}"];

const config = [
  {
    ignores: [
      ".next*/**",
      ".data/**",
      "lib/infra/prisma/**",
      "lib/generated/**",
      "next-env.d.ts",
      "test-results/**",
      "playwright-report/**",
      "public/**",
    ],
  },
  ...next.map((part) => (part.name === "next" ? { ...part, files: RENDERED } : part)),
  ...typescript,
  {
    rules: {
      // A whole new page is meant where the session ends or begins: nothing of the old one may stay.
      "@next/next/no-location-assign-relative-destination": "off",
      "import/no-anonymous-default-export": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "object-shorthand": "error",
      "prefer-const": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
    },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/prefer-promise-reject-errors": ["error", { allowThrowingUnknown: true }],
      "@typescript-eslint/return-await": ["error", "error-handling-correctness-only"],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
    },
  },
  {
    files: ["app/**", "components/**", "lib/**", "instrumentation*.ts"],
    ignores: READS_ENVIRONMENT,
    rules: {
      "no-console": ["error", { allow: ["error"] }],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read it through env() of lib/infra/env.ts." },
      ],
    },
  },
  {
    files: ["tests/**"],
    ignores: ["tests/support/**", "tests/scripts/tools/temporary-folder.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "ImportSpecifier[imported.name=/^(tmpdir|mkdtemp|mkdtempSync)$/], MemberExpression[property.name=/^(tmpdir|mkdtemp|mkdtempSync)$/]",
          message: "Use temporaryFolder() of tests/support/temporary-folder.ts, which removes it after the test.",
        },
        {
          selector: "ForOfStatement MemberExpression[property.name='rejects'][object.arguments.0.type='Identifier']",
          message:
            "Use expectAllRejected() of tests/support/rejections.ts: one that rejects before its turn fails the run.",
        },
      ],
    },
  },
  {
    files: ["tests/**"],
    ignores: ["tests/support/eventually.ts", "tests/e2e/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...[
          ["vi", "waitFor"],
          ["vi", "waitUntil"],
          ["expect", "poll"],
        ].map(([object, property]) => ({
          object,
          property,
          message: "Use eventually() of tests/support/eventually.ts, which is patient with a busy machine.",
        })),
      ],
    },
  },
];

export default config;
