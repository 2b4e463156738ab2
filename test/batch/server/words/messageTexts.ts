import { sanitize } from '../../../../src/sanitized.js';
import type { Message } from '../../../../batch/engine/message.js';
import type { LanguagePack } from '../../../../batch/server/words/languagePack.js';
import { wordLines } from '../../../../batch/wording/lines.js';
import { joinSentences, showValues } from '../../../../batch/wording/sentence.js';
import { messageExamples } from '../../cli/messageExamples.js';

/** The code of a message, and the text of each of its examples. */
export interface MessageTexts {
  readonly code: string;
  readonly texts: readonly string[];
}

/** Matches the codes of messages that only the command shows, about the connection settings and open files. */
const commandCode = /^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/;

/** Matches a command, an option, a variable or a file that a user of the page cannot see. */
const hiddenName = /\brwa\b|(?:^|\s)--[a-z]|RWA_|same command|\brun again\b|[Jj]ournal|\.lock\b/;

/** Returns the texts of all example messages that the page shows, in one language. */
export function listMessageTexts({ messages }: Pick<LanguagePack, 'messages'>): MessageTexts[] {
  const toText = (message: Message) =>
    sanitize(showValues(joinSentences(wordLines(messages, message))));
  return Object.entries(messageExamples)
    .filter(([code]) => !commandCode.test(code))
    .map(([code, examples]) => ({
      code,
      texts: examples.map((example) => toText({ code, ...example } as Message)),
    }));
}

export function formatMessages(messages: readonly MessageTexts[]): string {
  return messages.map(({ code, texts }) => `${code}\n  ${texts.join('\n\n  ')}\n`).join('\n');
}

export function findHiddenNames(messages: readonly MessageTexts[]): string[] {
  return messages.flatMap(({ texts }) => texts.filter((text) => hiddenName.test(text)));
}
