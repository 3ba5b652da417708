import { z } from "zod";
import { foldText, PHRASE_LENGTH } from "@/lib/domain/people/screening/rules";
import { visibleLine } from "@/lib/domain/kernel/text/schema";
import { person } from "@/lib/domain/accounts/users/schema";

export const blockState = z.object({ blocked: z.boolean() });
export const muteState = z.object({ muted: z.boolean() });

export const hiddenPerson = person.extend({ since: z.iso.datetime() });

/** docs/contract.md#muted-words */
export const newMutedWord = z.strictObject({
  phrase: visibleLine("A word or phrase", PHRASE_LENGTH)
    .refine((phrase) => foldText(phrase) !== "", "A word or phrase has at least one letter, digit or symbol")
    // Folding can expand a character to several.
    .refine((phrase) => foldText(phrase).length <= PHRASE_LENGTH.max * 2, "Use fewer characters that stand for several")
    .meta({ description: `1-${PHRASE_LENGTH.max} characters with at least one letter, digit or symbol.` }),
  until: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .meta({ description: "When it ends, in the future; absent or null for ever." }),
});

export const mutedWord = z.object({
  id: z.string(),
  phrase: z.string(),
  until: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const mutedWordList = z.object({ data: z.array(mutedWord) });

export type BlockState = z.output<typeof blockState>;
export type MuteState = z.output<typeof muteState>;
export type HiddenPerson = z.output<typeof hiddenPerson>;
export type NewMutedWord = z.output<typeof newMutedWord>;
export type MutedWord = z.output<typeof mutedWord>;
