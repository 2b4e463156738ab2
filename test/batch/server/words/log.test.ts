import { expect, test } from 'vitest';
import type { LogAction } from '../../../../batch/server/access/logActions.js';
import { languages } from '../../../../batch/server/contract/languages.js';
import type { MailFault } from '../../../../batch/server/mail/mailFault.js';
import { wordAction } from '../../../../batch/server/words/log.js';
import { wordTestResult } from '../../../../batch/server/words/mailServer.js';
import { wordsIn } from '../../../../batch/server/words/wording.js';

const host = 'smtp.example.com';
const unreachable = { code: 'unreachable', fault: { code: 'connectionRefused' } } as const;
const url = 'https://hooks.example.com/...';

/** Example values for each action. */
const examples: {
  readonly [Code in LogAction['code']]: readonly Omit<Extract<LogAction, { code: Code }>, 'code'>[];
} = {
  signedInWithPassword: [{}],
  signedInWithLink: [{}],
  signedInWithProvider: [{ provider: 'Entra' }],
  roleEndedByProvider: [{ provider: 'Entra' }],
  passwordChanged: [{}],
  renamed: [{ name: 'Anna' }],
  noticeAddressChanged: [{}],
  tokenCreated: [{ token: 'n8n', role: 'viewer' }],
  tokenRevoked: [{}],
  memberInvited: [{ name: 'Anna', role: 'editor' }],
  invitationWithdrawn: [{}],
  roleChanged: [{ name: 'Anna', from: 'approver', to: 'administrator' }],
  memberRemoved: [{ name: 'Anna' }],
  memberSignedOut: [{ name: 'Anna' }],
  mailServerSet: [{ host }],
  mailServerRemoved: [{}],
  webhookSet: [{}],
  webhookRemoved: [{}],
  retentionSet: [{ days: 1 }, { days: 90 }],
  retentionEnded: [{}],
  runsPaused: [{}],
  runsResumed: [{}],
  slicesRetried: [{ slices: 1 }, { slices: 3 }],
  limitsSet: [
    { perSecond: null, concurrency: 4 },
    { perSecond: 2.5, concurrency: 1 },
  ],
  workerDrained: [{ host: 'worker-2' }],
  workerUndrained: [{ host: 'worker-2' }],
  sheetUploaded: [{}],
  sheetDeleted: [{}],
  columnsMatched: [{}],
  valuesCorrected: [{ values: 1 }, { values: 1_000 }],
  correctionUndone: [{}],
  rowsIgnored: [{ rows: 1 }, { rows: 3 }],
  ignoringUndone: [{}],
  downloaded: [
    { file: 'workbook' },
    { file: 'results.csv' },
    { file: 'report' },
    { file: 'problems' },
  ],
  runStarted: [{ operation: 'assess' }, { operation: 'reassess' }],
  runPaused: [{}],
  runStopped: [{}],
  runResumed: [{}],
  scheduleSet: [
    { every: 'month', from: '2026-12-01' },
    { every: 'quarter', from: '2027-01-01' },
    { every: 'year', from: '2027-01-01' },
  ],
  scheduleEnded: [{}],
  rowDeclaredNew: [{}],
  assessmentDisowned: [{}],
  assessmentDeclared: [{ exists: true }, { exists: false }],
  decisionsSent: [
    { status: 'Rejected', rows: 1 },
    { status: 'Manager Approved', rows: 12 },
  ],
  peopleSent: [
    { action: 'invite', people: 1 },
    { action: 'invite', people: 3 },
    { action: 'remove', people: 1 },
  ],
  invitationDeclared: [{ exists: true }, { exists: false }],
  sheetChecked: [{}],
  newSheetsChecked: [{}],
  invitationsChecked: [{}],
  mailFailed: [
    { member: 'Anna', host, fault: { code: 'signIn', status: 535 }, isOver: false },
    { member: 'Anna', host, fault: unreachable, isOver: true },
  ],
  webhookFailed: [
    { url, problem: { code: 'answered', status: 404 } },
    { url, problem: { code: 'answered', status: 302 } },
    { url, problem: { code: 'late' } },
    { url, problem: { code: 'interrupted' } },
    { url, problem: { code: 'proxyUnusable', variable: 'HTTPS_PROXY' } },
    { url, problem: unreachable },
  ],
  inputsDeleted: [{ days: undefined }, { days: 1 }, { days: 90 }],
  decisionsNotRecorded: [{ status: 'Compliance Approved', rows: 2, by: 'Anna' }],
  restoreNoticed: [{ since: null }, { since: '2026-11-03T09:30:00.000Z' }],
};

const faults: readonly MailFault['code'][] = [
  'signIn',
  'sender',
  'address',
  'recipient',
  'message',
  'refused',
  'noStartTls',
  'noTls',
  'handshake',
  'silent',
  'unknownHost',
  'broken',
  'untrusted',
  'unreachable',
];

function listTexts(name: string, write: (words: ReturnType<typeof wordsIn>) => string): string {
  return [name, ...languages.map((language) => `  ${write(wordsIn(language))}`)].join('\n');
}

test('log.txt contains the text of each log action in each language', async () => {
  const texts = Object.entries(examples).flatMap(([code, all]) =>
    all.map((values) =>
      listTexts(code, ({ log }) => wordAction(JSON.stringify({ code, ...values }), log)),
    ),
  );
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('log.txt');
});

test('mailServer.txt contains the text of each mail server test result in each language', async () => {
  const accepted = { host, to: 'anna@example.com', answer: '250 queued' };
  const texts = faults.map((code) => {
    const fault: MailFault =
      code === 'untrusted' || code === 'unreachable'
        ? { code, fault: { code: 'certificateExpired' } }
        : { code };
    return listTexts(code, (words) => wordTestResult({ host, fault }, words.mailServer));
  });
  const refused = { host, fault: { code: 'signIn' }, answer: '535 bad credentials' } as const;
  const all = [
    listTexts('accepted', ({ mailServer }) => wordTestResult(accepted, mailServer)),
    ...texts,
    listTexts('with an answer', ({ mailServer }) => wordTestResult(refused, mailServer)),
  ];
  await expect(`${all.join('\n\n')}\n`).toMatchFileSnapshot('mailServer.txt');
});

test.each([
  'started a run',
  '{"code":"unheardOf"}',
  '{"code":"renamed"}',
  'null',
  '{"code":"downloaded","file":"else"}',
])('the log shows the stored text %s as an unknown action', (stored) => {
  for (const language of languages) {
    const { log } = wordsIn(language);
    expect(wordAction(stored, log)).toBe(log.unknownAction);
  }
});
