import type { SheetOperation } from '../operations/sheetOperation.js';
import { reportInWords } from '../report/inWords.js';
import type { Listener } from '../run/events.js';
import { logLine } from './logLine.js';
import { type PlanWords, planText } from './planText.js';
import { ProgressBar } from './progressBar.js';
import type { NextCommands } from './nextSteps.js';
import { summaryText } from './summaryText.js';
import type { Terminal } from './terminal.js';

/** One JSON object a line on standard output: plan, row, summary. */
export function jsonLines(terminal: Terminal, { done }: SheetOperation): Listener {
  return (event) => {
    switch (event.type) {
      case 'plan': {
        const {
          counts,
          reports,
          warnings,
          columnProblems: _,
          isToldByColumn: __,
          ...plan
        } = event.plan;
        terminal.out(
          JSON.stringify({
            type: 'plan',
            ...plan,
            new: counts['Not sent'],
            pending: counts.Pending,
            done: counts[done],
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
export function words(terminal: Terminal, planWords: PlanWords, commands: NextCommands): Listener {
  const progress =
    terminal.bar === undefined
      ? progressLines(terminal)
      : new ProgressBar(terminal.bar, planWords.operation).listener;
  return (event) => {
    progress(event);
    if (event.type === 'plan') terminal.out(planText(event.plan, planWords, terminal));
    if (event.type === 'summary') {
      const risks = event.report === undefined ? [] : reportInWords(event.report());
      terminal.out(summaryText(event.summary, planWords.operation, commands, terminal, risks));
    }
  };
}

/** Plain lines come no more often than this. */
const lineEveryMs = 1_000;

/** Plain lines where there is no terminal, at every tenth of the work, with the time. */
function progressLines(terminal: Terminal): Listener {
  let [total, done, tenth, saidMs] = [0, 0, 0, 0];
  return (event) => {
    if (event.type === 'start') [total, done, tenth] = [event.rows, 0, 0];
    if (event.type !== 'progress' || !event.done) return;
    done++;
    const reached = Math.floor((done * 10) / total);
    const now = Date.now();
    if (done < total && (reached === tenth || now - saidMs < lineEveryMs)) return;
    [tenth, saidMs] = [reached, now];
    logLine(terminal, `${done} of ${total} rows settled`);
  };
}
