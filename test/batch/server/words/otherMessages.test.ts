import { expect, test } from 'vitest';
import type { Language } from '../../../../batch/server/contract/languages.js';
import type { Finding } from '../../../../batch/doctor/finding.js';
import { wordFinding } from '../../../../batch/server/words/findings.js';
import { wordsIn } from '../../../../batch/server/words/wording.js';

function listMessages(language: Language): ReadonlyMap<string, string> {
  const { dueRounds, readingFailures, retries, runFailures, typedRows } = wordsIn(language);
  const { otherWorkersGoOn } = runFailures;
  const { noAssessment, idNotVerified, invitationExists, invitationMeant, invitationMissing } =
    typedRows;
  const { emailOfOther } = typedRows;
  return new Map(
    Object.entries({
      ...runFailures,
      ...typedRows,
      otherWorkersGoOn: otherWorkersGoOn('host-1'),
      tooLarge: readingFailures.tooLarge,
      notRead: readingFailures.unexpected,
      roundWasStopped: dueRounds.notBegun(dueRounds.wasStopped),
      roundWithNewRows: dueRounds.notBegun(dueRounds.tooManyNewRows(12, 5, 'schedule-2026-12-01')),
      roundFailed: dueRounds.notBegun(dueRounds.failed),
      roundWithoutRows: dueRounds.nothingDue(0),
      roundWithoutOldRows: dueRounds.nothingDue(12),
      retryAfterDeath: retries.workerDied,
      retryAfterFailure: retries.workFailed('host-1'),
      retryAfterOutage: retries.serviceAway,
      noAssessment: noAssessment(12),
      idNotVerified: idNotVerified(12),
      emailOfOther: emailOfOther('C-300', true),
      emailOfUnconfirmed: emailOfOther('C-300', false),
      invitationExists: invitationExists('Ada Ek'),
      invitationMeant: invitationMeant('Ada Ek'),
      invitationMissing: invitationMissing('Ada Ek'),
    }),
  );
}

const englishWord = /\b(?:the|this|it|is|are|of|that|and|server|row|run|invitation)\b/g;
const values = ['host-1', '12', 'Ada Ek', 'C-300'];
/** English words that are also words of the other language. */
const sharedWords = { de: ['server'], fr: ['invitation'] };

test.each(['de', 'fr'] as const)(
  'in the language %s, messages about runs, rounds, files, decisions and invitations contain all values and no English words',
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
      const listValues = (text = '') => values.filter((value) => text.includes(value));
      expect(listValues(message), name).toEqual(listValues(english.get(name)));
    }
  },
);

const findings: readonly Finding[] = [
  { code: 'authorities', state: 'ok', file: 'ca.pem', certificates: 2 },
  { code: 'authorities', state: 'ok' },
  { code: 'authoritiesUnusable', state: 'problem', file: 'ca.pem', fault: 'empty' },
  { code: 'baseUrl', state: 'ok', url: 'https://x.example', isTest: true },
  { code: 'proxy', state: 'ok' },
  { code: 'proxyUnusable', state: 'problem', variable: 'HTTPS_PROXY' },
  { code: 'hostFound', state: 'ok', name: 'x.example', addresses: ['192.0.2.1'] },
  { code: 'hostUnknown', state: 'problem', name: 'x.example', fault: { code: 'hostUnknown' } },
  { code: 'serviceAnswered', state: 'ok', tookMs: 1_200 },
  { code: 'serviceNotAsked', state: 'unknown' },
  { code: 'tokenAccepted', state: 'ok', operations: ['rwa_retrieve', 'rwa_update'] },
  {
    code: 'tokenRefusedBy',
    state: 'problem',
    operation: 'rwa_update',
    answer: { code: 'service', text: 'Invalid Auth' },
  },
  {
    code: 'tokenUnclear',
    state: 'unknown',
    operation: 'rwa_update',
    answer: { code: 'service', text: 'Oops' },
  },
  { code: 'operationMissing', state: 'problem', operation: 'rwa_update' },
  { code: 'operationMissing', state: 'ok', operation: 'rwa_retrieve' },
  { code: 'tokenNotChecked', state: 'ok', isTest: false },
  { code: 'clockRight', state: 'ok' },
  { code: 'clockWrong', state: 'warning', aheadMs: -7_200_000 },
  { code: 'clockUnknown', state: 'unknown' },
  { code: 'folderUsable', state: 'ok', folder: '/data' },
  { code: 'folderOpenToOthers', state: 'warning', folder: '/data' },
  { code: 'folderUnusable', state: 'problem', folder: '/data', reason: 'EACCES' },
  { code: 'diskFree', state: 'ok', freeBytes: 2e9 },
  { code: 'diskAlmostFull', state: 'warning', folder: '/data', freeBytes: 2e8, neededBytes: 1e9 },
  { code: 'databaseAnswered', state: 'ok', release: 'SQLite 3', tookMs: 2 },
  { code: 'unfinished', state: 'warning', limitMs: 15_000 },
];

test.each(['de', 'fr'] as const)(
  'in the language %s, findings contain all names and paths and no English words',
  (language) => {
    for (const finding of findings) {
      const { check, state, message } = wordFinding(finding, language);
      expect(state).toBe(finding.state);
      const words = `${check} ${message}`.toLowerCase().match(englishWord) ?? [];
      expect(
        words.filter((word) => !sharedWords[language].includes(word)),
        message,
      ).toEqual([]);
      const english = wordFinding(finding, 'en').message;
      for (const fact of ['ca.pem', 'x.example', '/data', 'rwa_update', 'HTTPS_PROXY']) {
        expect(message.includes(fact), `${message} ${fact}`).toBe(english.includes(fact));
      }
    }
  },
);

test.each(['en', 'de', 'fr'] as const)('a shortened text ends before an emoji (%s)', (language) => {
  const { inWords } = wordsIn(language);
  // Each emoji has two characters.
  for (const start of ['', 'x']) {
    const text = `${start}${'😀'.repeat(30)}`;
    const sheets = { first: [text], more: 0 };
    const messages = [
      inWords({ code: 'noId', heading: 'Assessment ID', text }),
      inWords({ code: 'sheetMissing', wanted: 'Hires', sheets }),
    ];
    for (const message of messages) expect(message).toMatch(/😀\.\.\./);
  }
});
