import { sanitize } from '../../../../src/sanitized.js';
import type { Message } from '../../../../batch/engine/message.js';
import type { LanguagePack } from '../../../../batch/server/words/languagePack.js';
import { wordLines } from '../../../../batch/wording/lines.js';
import { joinSentences, withValues } from '../../../../batch/wording/sentence.js';
import { messageExamples } from '../../cli/messageExamples.js';

/** The code of a message, and the words for each of its examples. */
export interface MessageTexts {
  readonly code: string;
  readonly texts: readonly string[];
}

/** Matches the codes of messages about the connection settings and open files: the command shows them, not the page. */
const reportedAtStart = /^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/;

/** Matches a command, an option, a variable or a file that a user of the page cannot see. */
const hiddenName = /\brwa\b|(?:^|\s)--[a-z]|RWA_|same command|\brun again\b|[Jj]ournal|\.lock\b/;

/** Lists the words of a language for all examples of messages that the page shows. */
export function listMessageTexts({ messages }: Pick<LanguagePack, 'messages'>): MessageTexts[] {
  const toText = (message: Message) =>
    sanitize(withValues(joinSentences(wordLines(messages, message))));
  return Object.entries(messageExamples)
    .filter(([code]) => !reportedAtStart.test(code))
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
