import type { ConnectionFault } from '../../../src/requestMessages.js';
import { formatFault, formatRemedy } from '../../../src/requestWords.js';
import type { MailFault } from '../mail/mailFault.js';

export interface MailServerWords {
  readonly faults: FaultWords;
  readonly accepted: (test: AcceptedTest) => string;
  readonly notAccepted: (host: string, reason: string) => string;
  readonly answer: (text: string) => string;
}

export interface AcceptedTest {
  readonly host: string;
  readonly to: string;
  readonly answer: string;
}

/** `reason` follows the name of the mail server. `hint` is a sentence. */
interface FaultText {
  readonly reason: string;
  readonly hint?: string | undefined;
}

type UnreachedFault = Extract<MailFault, { readonly fault: ConnectionFault }>;
type Refusal = Exclude<MailFault, UnreachedFault>;

type FaultWords = Readonly<
  Record<Refusal['code'], FaultText> &
    Record<UnreachedFault['code'], (fault: UnreachedFault) => FaultText>
>;

export interface FailedTest {
  readonly host: string;
  readonly fault: MailFault;
  readonly answer?: string | undefined;
}

export function wordTestResult(test: AcceptedTest | FailedTest, words: MailServerWords): string {
  if (!('fault' in test)) return words.accepted(test);
  const { host, fault, answer } = test;
  const { reason, hint } = findText(fault, words);
  const sentences = [
    words.notAccepted(host, reason),
    answer === undefined ? undefined : words.answer(answer),
    hint,
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** Words a fault for the log, where it follows the name of the mail server. */
export function wordFault(fault: MailFault, words: Pick<MailServerWords, 'faults'>): string {
  const { reason } = findText(fault, words);
  return fault.status === undefined ? reason : `${reason} (${fault.status})`;
}

function findText(fault: MailFault, { faults }: Pick<MailServerWords, 'faults'>): FaultText {
  return 'fault' in fault ? faults[fault.code](fault) : faults[fault.code];
}

const checkPort =
  'Check the port and the security: port 587 usually needs STARTTLS, and port 465 TLS.';

export const mailServer: MailServerWords = {
  faults: {
    signIn: {
      reason: 'refused the user or the password',
      hint: 'Some mail servers need an app password.',
    },
    sender: {
      reason: 'refused the sender',
      hint: 'Use an address that this user may send from.',
    },
    address: { reason: 'was not used, because the address is not valid' },
    recipient: { reason: 'refused the recipient' },
    message: { reason: 'refused the message' },
    refused: { reason: 'refused the connection' },
    noStartTls: {
      reason: 'offers no STARTTLS on this port, so nothing was sent',
      hint: checkPort,
    },
    noTls: { reason: 'does not begin with TLS on this port', hint: checkPort },
    handshake: { reason: 'was not used: the TLS handshake failed' },
    silent: { reason: 'did not answer in time', hint: checkPort },
    unknownHost: {
      reason: 'was not reached: the host name is unknown',
      hint: 'Check its spelling.',
    },
    broken: { reason: 'was not reached: the connection broke' },
    untrusted: ({ fault, remedy }) => ({
      reason: `was not used: ${formatFault(fault)}`,
      hint: remedy && formatRemedy(remedy),
    }),
    unreachable: ({ fault }) => ({ reason: `was not reached: ${formatFault(fault)}` }),
  },
  accepted: ({ host, to, answer }) =>
    `The mail server ${host} has accepted the message to ${to}. Its answer: "${answer}".`,
  notAccepted: (host, reason) => `The mail server ${host} ${reason}.`,
  answer: (text) => `Its answer: "${text}".`,
};
