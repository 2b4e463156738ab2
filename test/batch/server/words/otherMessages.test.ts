import { expect, test } from 'vitest';
import type { Language } from '../../../../batch/server/contract/languages.js';
import { wordsIn } from '../../../../batch/server/words/wording.js';

/** Returns the messages that the engine does not know, by name. */
function listMessages(language: Language): ReadonlyMap<string, string> {
  const { retries, runFailures, typedRows } = wordsIn(language);
  const { otherWorkersGoOn } = runFailures;
  const { noAssessment, idNotVerified, invitationExists, invitationMeant, invitationMissing } =
    typedRows;
  return new Map(
    Object.entries({
      ...runFailures,
      ...typedRows,
      otherWorkersGoOn: otherWorkersGoOn('host-1'),
      retryAfterDeath: retries.workerDied,
      retryAfterFailure: retries.workFailed('host-1'),
      retryAfterOutage: retries.serviceAway,
      noAssessment: noAssessment(12),
      idNotVerified: idNotVerified(12),
      invitationExists: invitationExists('Ada Ek'),
      invitationMeant: invitationMeant('Ada Ek'),
      invitationMissing: invitationMissing('Ada Ek'),
    }),
  );
}

const englishWord = /\b(?:the|this|it|is|are|of|that|and|server|row|run|invitation)\b/g;
/** Words that are the same in both languages. */
const sharedWords = { de: ['server'], fr: ['invitation'] };

test.each(['de', 'fr'] as const)(
  'messages about runs, decisions and invitations have no English words in %s',
  (language) => {
    const english = listMessages('en');
    const messages = listMessages(language);
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [name, message] of messages) {
      const words = message.toLowerCase().match(englishWord) ?? [];
      expect(
        words.filter((word) => !sharedWords[language].includes(word)),
        name,
      ).toEqual([]);
      const values = ['host-1', '12', 'Ada Ek'].filter((value) => message.includes(value));
      expect(values, name).toEqual(
        ['host-1', '12', 'Ada Ek'].filter((value) => english.get(name)?.includes(value)),
      );
    }
  },
);
