import { type Language, LANGUAGES } from "@/lib/openapi/snippets";

export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];

/** Classes of examples, which reference.css shows in the language selected in <LanguageChoice>. */
export const SHOWN_IN: Record<Language, string> = {
  curl: "in-curl",
  javascript: "in-javascript",
  python: "in-python",
  go: "in-go",
};

export function LanguageChoice() {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center text-13 sm:shrink-0">
      <legend className="sr-only">Language of the examples</legend>
      {LANGUAGE_KEYS.map((language) => (
        <label key={language} htmlFor={`language-${language}`}>
          <input
            type="radio"
            name="language"
            id={`language-${language}`}
            value={language}
            defaultChecked={language === "curl"}
            className="sr-only"
          />
          {LANGUAGES[language]}
        </label>
      ))}
    </fieldset>
  );
}

/** The same choice in the title of a code card. */
export function LanguageLabels() {
  return LANGUAGE_KEYS.map((language) => (
    <label key={language} htmlFor={`language-${language}`}>
      {LANGUAGES[language]}
    </label>
  ));
}
