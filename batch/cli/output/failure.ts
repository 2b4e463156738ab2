import { sanitized } from '../../../src/sanitized.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { SheetError } from '../../../sheets/sheet.js';
import { SettingsError } from '../../http/settingsError.js';
import { withoutValuesOf } from './commandLine.js';
import { type ExitCode, exitCodes } from './exitCodes.js';
import { ReaderGone } from './readerGone.js';
import { UsageError } from '../../engine/errors.js';
import { sentenceOf } from '../wording/wording.js';
import { changed, type Sentence, sentence, value, ValuedSentence } from '../../wording/sentence.js';

/** How a command ended that threw an error. */
export interface Failure {
  readonly exitCode: ExitCode;
  /** What happened and what to do, without secrets; undefined where there is nothing to say. */
  readonly message?: Sentence;
  /** Where a bug comes from. */
  readonly trace?: Sentence;
}

/**
 * Turns what a command threw into a message and an exit code. `again` is the command to continue
 * with. No message contains one of the `secrets`.
 */
export function failureOf(
  error: unknown,
  again: string,
  secrets: readonly (string | undefined)[] = [],
): Failure {
  const redact = (told: Sentence) => changed(told, (text) => withoutSecrets(text, secrets));
  const goOn = new ValuedSentence(again, withoutValuesOf(again));
  if (error instanceof ReaderGone) return { exitCode: exitCodes.done };
  if (error instanceof UsageError) {
    return { exitCode: exitCodes[error.outcome], message: redact(sentenceOf(error)) };
  }
  if (error instanceof SettingsError) {
    return { exitCode: exitCodes.usage, message: redact(sentenceOf(error)) };
  }
  if (error instanceof SheetError) {
    return { exitCode: exitCodes.usage, message: redact(sanitized(error.message)) };
  }
  if (error instanceof JournalError) {
    return { exitCode: exitCodes.stopped, message: redact(sentenceOf(error)) };
  }
  if (isOfSystem(error)) {
    const message = sentence`The operating system refused an operation: ${sanitized(error.message)}. What was sent is in the journal. Ask your administrator; to continue, run\n  ${goOn}`;
    return { exitCode: exitCodes.stopped, message: redact(message) };
  }
  return {
    exitCode: exitCodes.bug,
    message: redact(
      sentence`This is a bug in rwa. What was sent is in the journal. To continue, run\n  ${goOn}`,
    ),
    trace: redact(traceOf(error)),
  };
}

/** A shorter secret may be an ordinary word, and removing it would change the message. */
const shortestSecret = 8;

/** Replaces secrets in a text. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((told, secret = '') => {
    const bare = secret.trim();
    return bare.length < shortestSecret ? told : told.replaceAll(bare, '(secret)');
  }, text);
}

/** Node's codes for a full or failing disk, missing permissions and limits of the system. */
const ofSystem: ReadonlySet<unknown> = new Set([
  ...['EACCES', 'EBUSY', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENAMETOOLONG', 'ENFILE', 'ENOMEM'],
  ...['ENOSPC', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE', 'ETXTBSY', 'EXDEV'],
]);

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && 'syscall' in error && 'code' in error && ofSystem.has(error.code)
  );
}

/** The message on one line, and the stack. */
function traceOf(error: unknown): Sentence {
  const { stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  const { name } = error instanceof Error ? error : { name: 'Error' };
  const what = String(error).replace(`${name}: `, '');
  return sentence`${name}: ${value(sanitized(what))}\n${frames.join('\n')}`;
}
