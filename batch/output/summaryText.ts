import { basename } from 'node:path';
import type { Summary } from '../run/events.js';
import type { Standing } from '../run/standing.js';
import { count, timeSpan } from './terminal.js';

const words: Readonly<Record<Standing, string>> = {
  Scored: 'scored',
  Pending: 'still waiting for the result',
  Unconfirmed: 'unconfirmed: sent, but no usable answer came',
  Rejected: 'refused by the service',
  Invalid: 'invalid, not sent',
  Duplicate: 'the same as another row, not sent',
  'Not sent': 'not sent',
};

/** What a run came to, and what to do next. `input` is the sheet as the user named it. */
export function summaryText(summary: Summary, input: string): string {
  const { counts, output, backup, journal, stopped, interrupted, notes } = summary;
  const standings = (Object.keys(words) as Standing[]).filter((name) => counts[name] > 0);
  const head = interrupted ? 'Interrupted' : stopped === undefined ? 'Finished' : 'Stopped early';
  return [
    `${head} after ${timeSpan(summary.tookMs)}.`,
    ...(stopped === undefined ? [] : [stopped]),
    ...standings.map((name) => `  ${counts[name].toLocaleString('en').padStart(7)} ${words[name]}`),
    ...notes,
    ...(output === undefined ? ['Nothing new to write.'] : [`Results: ${output}`]),
    ...(backup === undefined ? [] : [`Backup of the original: ${basename(backup)}`]),
    ...nextSteps(summary, input),
    ...(standings.length === 1 && counts.Scored > 0
      ? []
      : [`Journal (keep it): ${basename(journal)}`]),
  ].join('\n');
}

function nextSteps({ counts, stopped, interrupted }: Summary, input: string): string[] {
  const file = /\s/.test(input) ? `"${input}"` : input;
  const steps: string[] = [];
  if (counts.Unconfirmed > 0) {
    steps.push(
      `Next: rwa resolve ${file} settles the ${count(counts.Unconfirmed, 'unconfirmed row')}. They are not sent again by themselves.`,
    );
  }
  if (counts.Pending > 0 || counts['Not sent'] > 0 || interrupted || stopped !== undefined) {
    steps.push('Next: the same command again goes on where this run ended; nothing is sent twice.');
  }
  if (counts.Invalid + counts.Duplicate > 0) {
    steps.push(`Next: rwa check ${file} says what to correct; then run the same command again.`);
  }
  if (counts.Rejected > 0) {
    steps.push(
      'Next: correct the refused rows and run the same command again (--retry-rejected sends them unchanged).',
    );
  }
  return steps;
}
