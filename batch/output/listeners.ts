import type { Listener } from '../run/events.js';
import { planText } from './planText.js';
import { ProgressBar } from './progressBar.js';
import { summaryText } from './summaryText.js';
import type { Terminal } from './terminal.js';

/** One JSON object a line on standard output: plan, row, summary. */
export function jsonLines(terminal: Terminal): Listener {
  return (event) => {
    switch (event.type) {
      case 'plan': {
        const { counts, reports, warnings, ...plan } = event.plan;
        terminal.out(
          JSON.stringify({
            type: 'plan',
            ...plan,
            new: counts['Not sent'],
            pending: counts.Pending,
            done: counts.Scored,
            invalid: counts.Invalid,
            duplicates: counts.Duplicate,
            rejected: counts.Rejected,
            uncertain: counts.Unconfirmed,
            warnings,
          }),
        );
        break;
      }
      case 'row':
        terminal.out(JSON.stringify({ type: 'row', ...event.report }));
        break;
      case 'summary':
        terminal.out(JSON.stringify({ type: 'summary', ...event.summary }));
        break;
      case 'start':
      case 'progress':
        break;
    }
  };
}

/** Words for a person: the plan, how the work goes on, the summary. */
export function words(terminal: Terminal, input: string): Listener {
  const progress =
    terminal.bar === undefined ? progressLines(terminal) : new ProgressBar(terminal.bar).listener;
  return (event) => {
    progress(event);
    if (event.type === 'plan') terminal.out(planText(event.plan));
    if (event.type === 'summary') terminal.out(summaryText(event.summary, input));
  };
}

/** Plain lines where there is no terminal, at every tenth of the work, with the time. */
function progressLines(terminal: Terminal): Listener {
  let total = 0;
  let done = 0;
  return (event) => {
    if (event.type === 'start') [total, done] = [event.rows, 0];
    if (event.type !== 'progress' || !event.done) return;
    done++;
    if (
      done !== total &&
      Math.floor((done * 10) / total) === Math.floor(((done - 1) * 10) / total)
    ) {
      return;
    }
    terminal.err(`${new Date().toISOString()} ${done} of ${total} rows settled`);
  };
}
