import { type Language, LANGUAGES } from "@/lib/description/snippets";

export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];

/** The page shows one language at a time: the one whose button is pressed in <LanguageChoice>, by CSS alone. */
export const SHOWN_IN: Record<Language, string> = {
  curl: "hidden group-has-[#language-curl:checked]/docs:block",
  javascript: "hidden group-has-[#language-javascript:checked]/docs:block",
  python: "hidden group-has-[#language-python:checked]/docs:block",
};

const CHOSEN: Record<Language, string> = {
  curl: "group-has-[#language-curl:checked]/docs:bg-hover group-has-[#language-curl:checked]/docs:text-ink",
  javascript:
    "group-has-[#language-javascript:checked]/docs:bg-hover group-has-[#language-javascript:checked]/docs:text-ink",
  python: "group-has-[#language-python:checked]/docs:bg-hover group-has-[#language-python:checked]/docs:text-ink",
};

const WORD = "cursor-pointer rounded-control px-2 py-1 font-medium text-muted transition-colors hover:text-ink";

export function LanguageChoice() {
  return (
    <fieldset className="flex shrink-0 items-center text-13">
      <legend className="sr-only">Language of the examples</legend>
      {LANGUAGE_KEYS.map((language) => (
        <label
          key={language}
          className={`${WORD} ${CHOSEN[language]} has-focus-visible:outline-2 has-focus-visible:outline-brand`}
        >
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

/** The same choice where the code stands. */
export function LanguageLabels() {
  return LANGUAGE_KEYS.map((language) => (
    <label key={language} htmlFor={`language-${language}`} className={`${WORD} ${CHOSEN[language]}`}>
      {LANGUAGES[language]}
    </label>
  ));
}
