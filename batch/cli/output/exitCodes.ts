import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '../../engine/errors.js';
import { inWords, worded } from '../wording/wording.js';
import { joined, type Sentence, withoutValues } from '../../wording/sentence.js';
import type { Summary } from '../../engine/run/events.js';

/** The exit codes of `rwa`, for scripts, by their meaning. */
export const exitCodes = {
  done: 0,
  usage: 2,
  someFailed: 3,
  unconfirmed: 4,
  stopped: 5,
  notInPlace: 6,
  inUse: 7,
  pending: 75,
  interrupted: 130,
  bug: 1,
} as const satisfies Readonly<Record<Outcome, number>>;

/** One of these codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * When a command ends with which code. `rwa --help` shows this table, and a test causes every line
 * of it.
 */
export const exitCodeHelp: Readonly<Record<Outcome, string>> = {
  done: 'all rows are done',
  usage: 'options, settings or the sheet cannot be used; nothing was sent',
  someFailed: 'finished; some rows are invalid, duplicate, rejected or removed',
  unconfirmed: "finished; some rows are unconfirmed (see the command's last lines)",
  stopped: 'stopped early or could not begin: IT should look today',
  notInPlace: 'finished; results or report are not in the file that was named',
  inUse: 'another run is using the sheet; nothing was sent',
  pending: 'some results are still pending; run the same command again',
  interrupted: 'interrupted',
  bug: 'a bug in rwa',
};

type Reason = 'stopped' | 'notInPlace' | 'reportNotWritten';

/** A summary as programs read it: in JSON lines and in notices. */
export type CodedSummary = Omit<Summary, 'outcome' | 'journal' | Reason | 'notes'> & {
  readonly exitCode: ExitCode;
  readonly stopped?: Sentence;
  readonly notInPlace?: string;
  readonly reportNotWritten?: string;
  readonly notes: readonly Sentence[];
  /** Missing if there is no journal, for example before anything was sent. */
  readonly journal?: string;
};

/** The same summary with its exit code, absolute paths and no sentence twice. */
export function withExitCode(summary: Summary): CodedSummary {
  const { counts, sent, doneBefore, outcome, journal, output, backup, ...rest } = summary;
  const { stopped: _, notInPlace: __, reportNotWritten: ___, notes: ____, ...more } = rest;
  return {
    ...{ counts, sent, doneBefore, exitCode: exitCodes[outcome] },
    ...more,
    ...reasonsOf(summary),
    ...(output === undefined ? {} : { output: resolve(output) }),
    ...(backup === undefined ? {} : { backup: resolve(backup) }),
    ...journalIfThere(journal),
    notes: notesOf(summary),
  };
}

/** Why a run stopped early, in lines; and why results or a report are not where they were asked for. */
export function reasonsOf({
  stopped,
  notInPlace,
  reportNotWritten,
}: Pick<Summary, Reason>): Pick<CodedSummary, Reason> {
  return {
    ...(stopped === undefined ? {} : { stopped: joined(stopped.map(worded), '\n') }),
    ...(notInPlace === undefined
      ? {}
      : { notInPlace: withoutValues(joined(notInPlace.map(worded))) }),
    ...(reportNotWritten === undefined ? {} : { reportNotWritten: inWords(reportNotWritten) }),
  };
}

/** The notes, without those that {@link reasonsOf} contains already. */
export function notesOf({ notes, notInPlace }: Pick<Summary, 'notes' | 'notInPlace'>): Sentence[] {
  const told = new Set(notInPlace?.map(inWords));
  return notes.filter((note) => !told.has(inWords(note))).map(worded);
}

/** The path of the journal, if there is one: a run that sent nothing may have none. */
export function journalIfThere(journal: string): Pick<CodedSummary, 'journal'> {
  try {
    return statSync(journal).size > 0 ? { journal: resolve(journal) } : {};
  } catch {
    return {};
  }
}
