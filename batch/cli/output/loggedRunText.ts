import { sanitize } from '../../../src/sanitized.js';
import type { LoggedRound, LoggedRun } from '../../engine/journal/journalLog.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { formatNumber } from '../../wording/words.js';
import { nameRound } from './roundText.js';

export interface LoggedSheetRun extends LoggedRun {
  /** The command to which the journal belongs. */
  readonly journalCommand: string;
  /** The status of a row with a result, such as Scored. */
  readonly successStatus: string;
  readonly isRunning: boolean;
}

export function loggedRunText(logged: LoggedSheetRun): string {
  return [formatTitle(logged), `  ${listPhrases(logged).join(', ')}`].map(sanitize).join('\n');
}

/** Omits counts of 0. */
export function loggedRunJson(logged: LoggedSheetRun): string {
  const { run, beganAt, endedAt, isRunning, journalCommand, counts, rounds, services } = logged;
  const { command, account, host } = run ?? {};
  const { ignoresOtherServices } = logged;
  return JSON.stringify({
    type: 'run',
    journal: journalCommand,
    command,
    account,
    host,
    beganAt,
    endedAt,
    isRunning,
    counts: Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0)),
    rounds,
    services,
    ignoresOtherServices,
  });
}

function formatTitle({ run, beganAt, endedAt, isRunning, journalCommand }: LoggedSheetRun): string {
  const command =
    run === undefined ? `rwa ${journalCommand}, account not recorded` : `rwa ${run.command}`;
  // The names of these commands do not show which journal they changed.
  const hidesJournal = run !== undefined && ['resolve', 'forget'].includes(run.command);
  const about = hidesJournal && journalCommand !== 'assess' ? ` --for ${journalCommand}` : '';
  const { account, host } = run ?? {};
  const by = account === undefined ? '' : `, by ${account}`;
  const on = host === undefined ? '' : ` on ${host}`;
  const state = isRunning ? ' (still running)' : '';
  return `${formatTimes(beganAt, endedAt)}, ${command}${about}${by}${on}${state}`;
}

/** Formats a period: `2026-11-03 09:30 UTC`, or `2026-11-03 09:30 to 09:41 UTC`. */
function formatTimes(begin: string, end: string): string {
  const [from, to] = [formatUtcMinute(begin), formatUtcMinute(end)];
  if (from === to) return from;
  const isSameDay = begin.slice(0, 10) === end.slice(0, 10);
  return `${from.replace(' UTC', '')} to ${isSameDay ? to.slice(11) : to}`;
}

function listPhrases(logged: LoggedSheetRun): string[] {
  const { counts, successStatus, rounds, services, ignoresOtherServices } = logged;
  const all: readonly (readonly [rows: number, words: string])[] = [
    [counts.sent, 'sent'],
    [counts.results, successStatus.toLowerCase()],
    [counts.rejected, 'rejected'],
    [counts.unconfirmed, 'unconfirmed'],
    [counts.detached, 'detached from a wrong assessment'],
    [counts.resolvedSince, 'of these resolved since'],
    [counts.notRead, 'not retrieved'],
    [counts.fromSheet, 'taken from the sheet'],
    [counts.confirmed, 'confirmed to exist'],
    [counts.sentAgain, 'to be sent again'],
    [counts.forgotten, 'forgotten'],
  ];
  const found = [
    ...all.flatMap(([rows, words]) => (rows === 0 ? [] : `${formatNumber(rows)} ${words}`)),
    ...rounds.map(describeRound),
    ...services.map((service) => `the service is now ${service}`),
    ...(ignoresOtherServices ? ['other sheets in the folder have another service'] : []),
  ];
  return found.length === 0 ? ['nothing sent'] : found;
}

function describeRound(round: LoggedRound): string {
  return `round ${nameRound(round)} ${round.isFinished ? 'finished' : 'not finished'}`;
}
