import { SheetError } from '../../../sheets/sheet.js';
import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage } from '../../engine/errors.js';
import { toSheetMessage } from '../../engine/files/fileMessages.js';
import { getExpectedMessages } from '../../engine/journal/journalStore.js';
import type { Message } from '../../engine/message.js';
import { wordLines } from '../../wording/lines.js';
import {
  mapSentence,
  joinSentences,
  type Sentence,
  sentence,
  value,
  showValues,
} from '../../wording/sentence.js';
import type { Language } from '../contract/languages.js';
import { english } from './english.js';
import { french } from './french/pack.js';
import { german } from './german/pack.js';
import type { LanguagePack } from './languagePack.js';

/** Messages that name buttons and screens instead of commands. */
export interface Words extends LanguagePack {
  readonly inWords: (message: Message) => string;
  /** People who may not see the sheet get the text without its values. */
  readonly markedWords: (message: Message) => Sentence;
  /** The whole text of a SheetError or an unexpected error counts as a value, because it may quote a cell. */
  readonly toMarkedSentence: (error: unknown) => Sentence;
  /** The sentence may contain values of the sheet. */
  readonly toSentence: (error: unknown) => string;
}

function createWords(pack: LanguagePack): Words {
  const markedWords = (message: Message) =>
    mapSentence(joinSentences(wordLines(pack.messages, message)), sanitize);
  const toMarkedSentence = (error: unknown) => {
    const messages = getExpectedMessages(error);
    if (messages !== undefined) return joinSentences(messages.map(markedWords));
    if (error instanceof SheetError) {
      return sentence`${value(showValues(markedWords(toSheetMessage(error.problem))))}`;
    }
    return sentence`${value(sanitize(toErrorMessage(error)))}`;
  };
  return {
    ...pack,
    markedWords,
    toMarkedSentence,
    inWords: (message) => showValues(markedWords(message)),
    toSentence: (error) => showValues(toMarkedSentence(error)),
  };
}

const wordsByLanguage: Readonly<Record<Language, Words>> = {
  en: createWords(english),
  de: createWords(german),
  fr: createWords(french),
};

export function wordsIn(language: Language): Words {
  return wordsByLanguage[language];
}

/** The words for readers whose language is unknown: programs, and many people who read the same text. */
export const { inWords } = wordsByLanguage.en;
