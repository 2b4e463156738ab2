import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '../../engine/errors.js';
import { inWords, wordMessage } from '../wording/wording.js';
import { joinSentences, type Sentence, omitValues } from '../../wording/sentence.js';
import type { Summary } from '../../engine/run/events.js';

export const exitCodes = {
  done: 0,
  usage: 2,
  someFailed: 3,
  unconfirmed: 4,
  stopped: 5,
  notInPlace: 6,
  inUse: 7,
  checked: 8,
  pending: 75,
  interrupted: 130,
  bug: 1,
} as const satisfies Readonly<Record<Outcome, number>>;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Lists the most severe code first. */
const codesBySeverity: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.bug,
  exitCodes.usage,
  exitCodes.stopped,
  exitCodes.notInPlace,
  exitCodes.unconfirmed,
  exitCodes.pending,
  exitCodes.someFailed,
  exitCodes.checked,
  exitCodes.inUse,
  exitCodes.done,
];

export function worstExitCode(codes: Iterable<ExitCode>): ExitCode {
  const all = new Set(codes);
  return codesBySeverity.find((code) => all.has(code)) ?? exitCodes.done;
}

/**
 * Codes after which an administrator should act. After any other code, rows may still wait for a
 * person or for the next run.
 */
const failures: ReadonlySet<ExitCode> = new Set([
  exitCodes.interrupted,
  exitCodes.bug,
  exitCodes.usage,
  exitCodes.stopped,
  exitCodes.notInPlace,
]);

export function countsAsSuccess(code: ExitCode): boolean {
  return !failures.has(code);
}

export const exitCodeHelp: Readonly<Record<Outcome, string>> = {
  done: 'all rows are done',
  usage: 'options, settings or the sheet cannot be used; nothing was sent',
  someFailed: 'finished; some rows are invalid, duplicate, rejected or removed',
  unconfirmed: "finished; some rows are unconfirmed (see the command's last lines)",
  stopped: 'stopped early or could not begin: IT should look today',
  notInPlace: 'finished; the results or the report are not in the requested file',
  inUse: 'another run is using the sheet; nothing was sent',
  checked: 'only checked (--dry-run or --max-new 0); a run would send rows',
  pending: 'some results are pending; run the same command again',
  interrupted: 'interrupted',
  bug: 'a bug in rwa',
};

type Reason = 'stopped' | 'notInPlace' | 'reportNotWritten';

export type CodedSummary = Omit<Summary, 'outcome' | 'journal' | Reason | 'notes'> & {
  readonly exitCode: ExitCode;
  readonly stopped?: Sentence;
  readonly notInPlace?: string;
  readonly reportNotWritten?: string;
  readonly notes: readonly Sentence[];
  /** Missing if there is no journal, for example because nothing was sent. */
  readonly journal?: string;
};

/** Drops notes that `notInPlace` repeats, and makes paths absolute. */
export function withExitCode(summary: Summary): CodedSummary {
  const { counts, sent, doneBefore, outcome, journal, output, backup, ...rest } = summary;
  const {
    stopped: _stopped,
    notInPlace: _notInPlace,
    reportNotWritten: _reportNotWritten,
    notes: _notes,
    ...more
  } = rest;
  return {
    counts,
    sent,
    doneBefore,
    exitCode: exitCodes[outcome],
    ...more,
    ...wordReasons(summary),
    ...(output === undefined ? {} : { output: resolve(output) }),
    ...(backup === undefined ? {} : { backup: resolve(backup) }),
    ...findExistingJournal(journal),
    notes: wordNotes(summary),
  };
}

export function wordReasons({
  stopped,
  notInPlace,
  reportNotWritten,
}: Pick<Summary, Reason>): Pick<CodedSummary, Reason> {
  return {
    ...(stopped === undefined ? {} : { stopped: joinSentences(stopped.map(wordMessage), '\n') }),
    ...(notInPlace === undefined
      ? {}
      : { notInPlace: omitValues(joinSentences(notInPlace.map(wordMessage))) }),
    ...(reportNotWritten === undefined ? {} : { reportNotWritten: inWords(reportNotWritten) }),
  };
}

/** Drops notes that `notInPlace` also contains. */
export function wordNotes({
  notes,
  notInPlace,
}: Pick<Summary, 'notes' | 'notInPlace'>): Sentence[] {
  const known = new Set(notInPlace?.map(inWords));
  return notes.filter((note) => !known.has(inWords(note))).map(wordMessage);
}

/** Returns an empty object if the journal is missing or empty. */
export function findExistingJournal(journal: string): Pick<CodedSummary, 'journal'> {
  try {
    return statSync(journal).size > 0 ? { journal: resolve(journal) } : {};
  } catch {
    return {};
  }
}
