import { sanitize } from '../../../src/sanitized.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { SheetError } from '../../../sheets/sheet.js';
import { SettingsError } from '../../http/settingsError.js';
import { describeForLog } from './commandLine.js';
import { type ExitCode, exitCodes } from './exitCodes.js';
import { ReaderGoneError } from './readerGone.js';
import { UsageError } from '../../engine/errors.js';
import type { Message } from '../../engine/message.js';
import { toSentence } from '../wording/wording.js';
import {
  mapSentence,
  type Sentence,
  sentence,
  value,
  ValuedSentence,
} from '../../wording/sentence.js';

export interface Failure {
  readonly exitCode: ExitCode;
  /** Undefined if nothing needs to be printed. */
  readonly message?: Sentence;
  readonly isTokenRefused?: boolean;
  readonly trace?: Sentence;
}

/** Returns the end of a sentence that begins with "To continue,". */
export function adviseCommand(command: string): Sentence {
  return sentence`run\n  ${new ValuedSentence(command, describeForLog(command))}`;
}

/** `next` is the end of a sentence that begins with "To continue,". */
export function toFailure(
  error: unknown,
  next: Sentence,
  secrets: readonly (string | undefined)[] = [],
): Failure {
  const redact = (sentence: Sentence) =>
    mapSentence(sentence, (text) => withoutSecrets(text, secrets));
  if (error instanceof ReaderGoneError) return { exitCode: exitCodes.done };
  if (error instanceof UsageError) {
    const { outcome, messages } = error;
    const isTokenRefused = messages.some(isTokenRefusal);
    return { exitCode: exitCodes[outcome], message: redact(toSentence(error)), isTokenRefused };
  }
  if (error instanceof SettingsError) {
    return { exitCode: exitCodes.usage, message: redact(toSentence(error)) };
  }
  if (error instanceof SheetError) {
    return { exitCode: exitCodes.usage, message: redact(sanitize(error.message)) };
  }
  if (error instanceof JournalError) {
    return { exitCode: exitCodes.stopped, message: redact(toSentence(error)) };
  }
  if (isSystemError(error)) {
    const message = sentence`The operating system refused an operation: ${sanitize(error.message)}. What was sent is in the journal. Ask your administrator; to continue, ${next}`;
    return { exitCode: exitCodes.stopped, message: redact(message) };
  }
  return {
    exitCode: exitCodes.bug,
    message: redact(
      sentence`This is a bug in rwa. What was sent is in the journal. To continue, ${next}`,
    ),
    trace: redact(toTrace(error)),
  };
}

export function isTokenRefusal(message: Message): boolean {
  if (message.code === 'tokenRefused') return true;
  return message.code === 'serviceUnusable' && message.failure.code === 'unauthorized';
}

/** Shorter secrets are not replaced: they may be ordinary words of the message. */
const minSecretLength = 8;

export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((redacted, secret = '') => {
    const trimmed = secret.trim();
    return trimmed.length < minSecretLength ? redacted : redacted.replaceAll(trimmed, '(secret)');
  }, text);
}

const systemCodes: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EBUSY',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENAMETOOLONG',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'ENXIO',
  'EPERM',
  'EROFS',
  'ESTALE',
  'ETXTBSY',
  'EXDEV',
]);

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && 'syscall' in error && 'code' in error && systemCodes.has(error.code)
  );
}

function toTrace(error: unknown): Sentence {
  const { stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  const { name } = error instanceof Error ? error : { name: 'Error' };
  const description = String(error).replace(`${name}: `, '');
  return sentence`${name}: ${value(sanitize(description))}\n${frames.join('\n')}`;
}
