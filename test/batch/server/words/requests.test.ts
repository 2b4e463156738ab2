import { expect, test } from 'vitest';
import * as french from '../../../../batch/server/words/french/requests.js';
import * as german from '../../../../batch/server/words/german/requests.js';
import { toSentence } from '../../../../src/toSentence.js';
import type { Coded } from '../../../../src/coded.js';
import { type Failure, type FailureCode, hints } from '../../../../src/failure.js';
import type {
  BodyFault,
  BreachFault,
  ConnectionFaults,
  RequestMessage,
  RequestMessages,
  RequestRemedies,
} from '../../../../src/requestMessages.js';
import { requestMessageSchema } from '../../../../src/requestMessages.js';
import { type Hint, formatHint, formatRequestMessage } from '../../../../src/requestWords.js';

/** Examples for each code. The compiler requires every code. */
type Examples<All> = { readonly [Code in keyof All]: readonly All[Code][] };

function listExamples<All>(examples: Examples<All>): Coded<All>[] {
  return (Object.keys(examples) as (keyof All)[]).flatMap((code) =>
    examples[code].map((values) => ({ ...values, code })),
  );
}

const proxy = 'http://proxy.example:3128';
const host = 'rwa.example:443';
const variable = 'HTTPS_PROXY';

const faults = listExamples<ConnectionFaults>({
  connectionRefused: [{}],
  hostUnknown: [{}],
  hostNotLookedUp: [{}],
  connectionReset: [{}],
  connectionClosed: [{}],
  connectingTimedOut: [{}],
  networkUnreachable: [{}],
  hostUnreachable: [{}],
  filesOpen: [{ isWholeMachine: false }, { isWholeMachine: true }],
  certificateExpired: [{}],
  certificateNotYetValid: [{}],
  certificateOfOtherHost: [{}],
  certificateUntrusted: [{}],
  certificateSelfSigned: [{}],
  notHttps: [{}],
  handshakeFailed: [{}, { detail: 'unsupported protocol' }],
  timedOut: [{ seconds: 30 }],
  answerTooLong: [{}],
  cancelled: [{}],
  clientClosed: [{}],
  proxyFailed: [
    { proxy, fault: { code: 'connectionRefused' } },
    { proxy, fault: { code: 'timedOut', seconds: 22.5 } },
  ],
  tunnelFailed: [{ proxy, host, fault: { code: 'notHttps' } }],
  proxyForbidsHost: [{ proxy, host, httpStatus: 403 }],
  proxyDidNotConnect: [{ proxy, host, httpStatus: 502 }],
  proxyLoginMissing: [{ proxy, httpStatus: 407 }],
  proxyLoginRefused: [{ proxy, httpStatus: 407 }],
  proxyLoginUnsupported: [{ proxy, httpStatus: 407, kinds: ['Negotiate', 'NTLM'] }],
  proxyAnswered: [{ proxy, httpStatus: 302 }],
  other: [{ text: 'EOTHER' }],
});

const bodyFaults: readonly BodyFault[] = [
  { code: 'unknownEncoding', encoding: 'lzma' },
  { code: 'wrongEncoding', encoding: 'gzip' },
  { code: 'tooLong', megabytes: 5 },
  { code: 'other', text: 'EOTHER' },
];

const breaches: Readonly<Record<BreachFault, string>> = {
  missing: 'data.assessmentId',
  missingWithOther: 'data.cumulativePeRiskLevel',
  notNumber: 'data.overallTrip',
  belowZero: 'data.payrollTax',
  aboveTen: 'data.payrollTax',
  notText: 'response.assessment_id',
  tooLong: 'response.assessment_id',
  ofOtherAssessment: 'data.assessmentId',
  different: 'data.employeeId',
};

const messages = listExamples<RequestMessages>({
  service: [{ text: 'Invalid Auth' }],
  statusWithWords: [{ httpStatus: 404, text: 'NOT_FOUND' }],
  status: [
    { httpStatus: 503 },
    { httpStatus: 404, content: { code: 'webPage' } },
    { httpStatus: 429, content: { code: 'text', text: 'slow down' }, wait: { seconds: 41 } },
    { httpStatus: 503, wait: { until: '2026-11-03T09:30:00.000Z' } },
    { httpStatus: 503, unreadable: { code: 'unknownEncoding', encoding: 'lzma' } },
  ],
  notReached: faults.map((fault) => ({ fault })),
  noAnswer: [{ fault: { code: 'timedOut', seconds: 30 } }],
  cancelled: [{}],
  unexpectedSuccess: [{}],
  testEnvironmentOnly: [{ operation: 'rwa_update' }],
  invalidInputs: [
    {
      problems: [
        { label: 'Citizenship', message: { code: 'unknownCountry', text: 'UK' } },
        { label: 'Destination country', message: { code: 'unsupportedValue' } },
      ],
    },
  ],
  cutShort: [{}],
  unreadableBody: bodyFaults.map((fault) => ({ fault })),
  brokenJson: [{ fault: 'incomplete' }, { fault: 'followedByText' }, { fault: 'invalid' }],
  notJson: [
    { content: { code: 'empty' } },
    { content: { code: 'webPage' } },
    { content: { code: 'text', text: 'ok' } },
  ],
  statusMissing: [{}, { text: 'NOT_FOUND' }],
  unknownStatus: [{ status: 'busy' }],
  errorWithoutReason: [{}],
  errorWithSuccess: [{}],
  successWithoutSuccess: [{}],
  successWithStatus: [{ httpStatus: 400 }],
  errorWithId: [
    { name: 'assessment_id', id: '1712345', answer: { code: 'service', text: 'No' } },
    { name: 'assessment_id', id: '1712345', answer: { code: 'status', httpStatus: 503 } },
  ],
  contractBroken: [
    {
      breaches: Object.entries(breaches).map(([fault, field]) => ({
        field,
        fault: fault as BreachFault,
      })),
    },
    { breaches: [{ field: 'response.assessment_id', fault: 'notText', number: 1712345 }] },
  ],
  other: [{ text: 'Another execution has sent it' }],
});

const remedies = listExamples<RequestRemedies>({
  accountMayExist: [{}],
  checkBaseUrl: [{}],
  checkAddress: [{}],
  trustAuthority: [{ isSet: false }, { isSet: true }],
  createClient: [{}],
  checkProxy: [
    { variable, isHttps: false },
    { variable, isHttps: true },
  ],
  checkTunnel: [{ variable, host }],
  allowHost: [{ host }],
  checkHostName: [{}],
  checkKindOfProxy: [{ variable, host }],
  askForOtherLogin: [{}],
  setProxyLogin: [{ variable, proxy }],
  correctProxyLogin: [{ variable, proxy }],
  other: [{ text: 'Wait for the transport.' }],
});

const allHints: readonly Hint[] = [
  ...Object.keys(hints).map((code) => ({ code: code as FailureCode })),
  ...remedies.map((remedy) => ({ code: 'not_sent' as const, remedy })),
  { code: 'unconfirmed', remedy: { code: 'checkBaseUrl' } },
];

test('requests.txt contains the texts about requests, answers and advice in each language', async () => {
  const texts = [
    ...messages.map((message) => [
      message.code,
      toSentence(formatRequestMessage(message)),
      german.requestSentence(message),
      french.requestSentence(message),
      french.requestAfterColon(message),
    ]),
    ...allHints.map((hint) => [
      [hint.code, hint.remedy?.code ?? []].flat().join(', '),
      formatHint(hint),
      german.getHint(hint),
      french.getHint(hint),
    ]),
  ];
  const shown = texts.map((lines) => `${lines.join('\n  ')}\n`).join('\n');
  await expect(shown).toMatchFileSnapshot('requests.txt');
});

test('a message does not change when it is stored and read', () => {
  for (const message of messages) {
    const stored: unknown = JSON.parse(JSON.stringify(message));
    expect(requestMessageSchema.parse(stored)).toEqual(message);
  }
});

test.each<[string, unknown]>([
  ['a sentence', 'The answer was cut short.'],
  ['an unknown code', { code: 'constructor' }],
  ['a value of another type', { code: 'successWithStatus', httpStatus: '400' }],
  [
    'an unknown problem of an input',
    { code: 'invalidInputs', problems: [{ label: 'Note', message: { code: 'constructor' } }] },
  ],
])('%s is refused as a stored message', (_, stored) => {
  expect(requestMessageSchema.safeParse(stored).success).toBe(false);
});

test('French texts have typographic apostrophes, and no-break spaces at punctuation marks', () => {
  const texts = [
    ...messages.map((message: RequestMessage) => french.requestSentence(message)),
    ...allHints.map((hint) => french.getHint(hint)),
  ];
  expect(texts.filter((text) => /[^\u00A0]»|«[^\u00A0]| [:;?!]/.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});

test('a hint about a request or a row states that nothing was sent, and a hint about a run does not', () => {
  const notSent: Pick<Failure, 'code'> = { code: 'not_sent' };
  expect(german.getHint(notSent)).toContain('Es wurde nichts gesendet.');
  expect(german.getRowHint(notSent)).toContain('Diese Zeile wurde nicht gesendet.');
  expect(german.getRunHint(notSent)).not.toContain('gesendet');
  expect(french.getHint(notSent)).toContain('rien n’a été envoyé');
  expect(french.getRowHint(notSent)).toContain('cette ligne n’a pas été envoyée');
  expect(french.getRunHint(notSent)).not.toContain('envoyé');
});
