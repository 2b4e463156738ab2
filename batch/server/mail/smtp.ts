import Mail from 'nodemailer/lib/mailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { explainFailure, isCertificateError } from '../../http/failureReason.js';
import { sanitize } from '../../../src/sanitized.js';
import { shorten } from '../../wording/words.js';
import { mailFaults } from '../words/mailFaults.js';
import type { StoredMailServer } from './mailSettings.js';

/** An email to one address. */
export interface MailMessage {
  /** The same for each try, so that a mail server can recognize a message that it has received twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An error that names why a message was not accepted. Its texts contain no password. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    /** The reason without addresses and without texts of the mail server, for the log. */
    readonly reason: string,
    /** The reason in a sentence, for administrators. */
    readonly sentence: string,
    /** `server` if no message can be sent now; otherwise it is about this message alone. */
    readonly about: 'server' | 'message',
    /** True if another try would have the same answer. */
    readonly isFinal: boolean,
  ) {
    super(reason);
  }
}

const connectMs = 10_000;
/** The longest time without an answer on an open connection. */
const silenceMs = 20_000;

/**
 * Sends a message, and returns the answer of the mail server. Throws a {@link MailError}; after an abort, the message may
 * have been accepted all the same.
 */
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
    return quoteAnswer(response);
  } catch (error) {
    throw toMailError(error as SmtpError, server);
  }
}

/** An error of nodemailer. `originalCode` is the code of Node that `code` has replaced. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

function toMailError(error: SmtpError, server: StoredMailServer): MailError {
  const { command = '', response, responseCode = 0 } = error;
  const { reason, hint = '', about = 'server' } = explain(error);
  const answer = response === undefined ? '' : ` Its answer: ${quoteAnswer(response)}.`;
  const code = responseCode === 0 ? '' : ` (${responseCode})`;
  const sentence = [`The mail server ${server.host} ${reason}.${answer}`, hint].join(' ').trim();
  // Another sender or password may help later; another try with the same recipient or text does not.
  const isFinal = about === 'message' && (responseCode >= 500 || command === 'API');
  return new MailError(`${reason}${code}`, sentence, about, isFinal);
}

interface Explanation {
  /** Follows the name of the mail server. */
  readonly reason: string;
  readonly hint?: string | undefined;
  readonly about?: MailError['about'];
}

/** The command `API` is nodemailer's name for its own checks, before it has sent anything. */
function explain(error: SmtpError): Explanation {
  const { code = '', originalCode = code, command = '', response } = error;
  if (code === 'EAUTH') return mailFaults.signIn;
  if (command === 'MAIL FROM') return mailFaults.sender;
  if (code === 'EENVELOPE' && command === 'API') return { ...mailFaults.address, about: 'message' };
  if (command === 'RCPT TO') return { ...mailFaults.recipient, about: 'message' };
  if (code === 'EMESSAGE' || command === 'DATA') return { ...mailFaults.message, about: 'message' };
  if (command === 'STARTTLS') return mailFaults.noStartTls;
  if ([code, originalCode].includes('ETIMEDOUT')) return mailFaults.silent;
  if (code === 'EDNS') return mailFaults.unknownHost;
  if (response !== undefined) return mailFaults.refused;
  if (/^ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH)/.test(originalCode)) return mailFaults.noTls;
  if (originalCode.startsWith('ERR_SSL_')) return mailFaults.handshake;
  return explainConnection(originalCode);
}

function explainConnection(code: string): Explanation {
  // The message of the error could quote the text of a mail server.
  const error = Object.assign(new Error(), { code });
  const { reason, hint } = explainFailure(error);
  if (isCertificateError(error)) return mailFaults.untrusted(reason, hint);
  return mailFaults.unreachable(reason === code ? 'the connection broke' : reason);
}

/** Quotes an answer of a mail server, which may be long and contain control characters. */
function quoteAnswer(answer: string): string {
  return `"${shorten(sanitize(answer), 200)}"`;
}
