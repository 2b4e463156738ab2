import Mail from 'nodemailer/lib/mailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { findFailure, isCertificateError } from '../../http/failureReason.js';
import { sanitize } from '../../../src/sanitized.js';
import { shorten } from '../../wording/words.js';
import type { MailFault } from './mailFault.js';
import type { StoredMailServer } from './mailSettings.js';

export interface MailMessage {
  /** Each attempt has the same ID, so that a mail server can recognize a message that it has received twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Contains no password. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    readonly fault: MailFault,
    readonly answer: string | undefined,
    /** `server` if no message can be sent now; `message` if only this message was not accepted. */
    readonly about: 'server' | 'message',
    /** True if another attempt would have the same answer. */
    readonly isFinal: boolean,
  ) {
    super(fault.code);
  }
}

const connectMs = 10_000;
/** The longest time without an answer on an open connection. */
const silenceMs = 20_000;

/** An aborted message may have been accepted all the same. */
export async function sendMail(
  server: StoredMailServer,
  { id, to, subject, text, html }: MailMessage,
  signal: AbortSignal,
): Promise<string> {
  const { host, port, security, user, password, sender } = server;
  const transport = new SMTPTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { response } = await new Mail(transport).sendMail({
      from: { name: 'Remote Work Assessment', address: sender },
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
      // Out-of-office replies to a notice would reach nobody.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      xMailer: false,
      signal,
    });
    return toOneLine(response);
  } catch (error) {
    throw toMailError(error as SmtpError);
  }
}

/** `originalCode` is Node's code, which nodemailer has replaced in `code`. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** After these faults, the mail server may accept other messages. */
const faultsOfMessage: ReadonlySet<MailFault['code']> = new Set([
  'address',
  'recipient',
  'message',
]);

function toMailError(error: SmtpError): MailError {
  const { command = '', response, responseCode = 0 } = error;
  const found = explain(error);
  const fault = responseCode === 0 ? found : { ...found, status: responseCode };
  const answer = response === undefined ? undefined : toOneLine(response);
  const about = faultsOfMessage.has(fault.code) ? 'message' : 'server';
  // Another sender or password may help later. Another attempt with the same recipient or text does not.
  const isFinal = about === 'message' && (responseCode >= 500 || command === 'API');
  return new MailError(fault, answer, about, isFinal);
}

/** The command `API` stands for nodemailer's own checks, before it sends anything. */
function explain(error: SmtpError): MailFault {
  const { code = '', originalCode = code, command = '', response } = error;
  if (code === 'EAUTH') return { code: 'signIn' };
  if (command === 'MAIL FROM') return { code: 'sender' };
  if (code === 'EENVELOPE' && command === 'API') return { code: 'address' };
  if (command === 'RCPT TO') return { code: 'recipient' };
  if (code === 'EMESSAGE' || command === 'DATA') return { code: 'message' };
  if (command === 'STARTTLS') return { code: 'noStartTls' };
  if ([code, originalCode].includes('ETIMEDOUT')) return { code: 'silent' };
  if (code === 'EDNS') return { code: 'unknownHost' };
  if (response !== undefined) return { code: 'refused' };
  if (/^ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH)/.test(originalCode)) return { code: 'noTls' };
  if (originalCode.startsWith('ERR_SSL_')) return { code: 'handshake' };
  return explainConnection(originalCode);
}

function explainConnection(code: string): MailFault {
  // This error has no message, because the message could quote a text of the mail server.
  const error = Object.assign(new Error(), { code });
  const { fault, remedy } = findFailure(error);
  if (isCertificateError(error)) return { code: 'untrusted', fault, remedy };
  return fault.code === 'other' ? { code: 'broken' } : { code: 'unreachable', fault };
}

/** A mail server may send long texts and control characters. */
function toOneLine(answer: string): string {
  return shorten(sanitize(answer), 200);
}
