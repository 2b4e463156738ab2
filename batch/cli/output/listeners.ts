import { valueText } from '../wording/values.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { describeRequest } from '../operations/operations.js';
import { inWords, wordMessage } from '../wording/wording.js';
import { reportInWords } from '../../report/inWords.js';
import { finishesRow, type Listener } from '../../engine/run/events.js';
import { formatReport } from '../../engine/rows/rowReport.js';
import { describeForLog } from './commandLine.js';
import { withExitCode } from './exitCodes.js';
import { plain } from './paint.js';
import { planLog, type PlanWords, planText } from './planText.js';
import { ProgressBar } from './progressBar.js';
import type { NextCommands } from './nextSteps.js';
import type { RunLog } from './runLog.js';
import { summaryLog, summaryText } from './summaryText.js';
import type { Terminal } from './terminal.js';

/** Describes people in the plan only if `isVerbose`. */
export function createJsonListener(
  terminal: Terminal,
  { successStatus }: SheetOperation,
  isVerbose: boolean,
): Listener {
  return (event) => {
    switch (event.type) {
      case 'plan': {
        const {
          counts,
          reports,
          rowsToDo: _rowsToDo,
          rowsToSend: _rowsToSend,
          warnings,
          columnProblems: _columnProblems,
          isCoveredByColumnProblem: _isCoveredByColumnProblem,
          blocked: _blocked,
          people,
          notes,
          ...plan
        } = event.plan;
        terminal.out(
          JSON.stringify({
            type: 'plan',
            ...plan,
            notes: notes.map(wordMessage),
            people: people?.map((person) => ({
              row: person.row,
              ...(isVerbose ? { person: describeRequest(plan.command, person) } : {}),
            })),
            new: counts['Not sent'],
            pending: counts.Pending,
            done: counts[successStatus],
            invalid: counts.Invalid,
            duplicates: counts.Duplicate,
            rejected: counts.Rejected,
            unconfirmed: counts.Unconfirmed,
            warnings: warnings.map((warning) => ({
              ...warning,
              message: valueText(warning.message, warning.label),
            })),
          }),
        );
        break;
      }
      case 'row':
        terminal.out(JSON.stringify({ type: 'row', ...formatReport(event.report, inWords) }));
        break;
      case 'summary':
        terminal.out(JSON.stringify({ type: 'summary', ...withExitCode(event.summary) }));
        break;
      case 'waiting':
      case 'start':
      case 'progress':
        break;
    }
  };
}

/** Prints everything only once if the log goes to standard output. */
export function createTextListener(
  terminal: Terminal,
  planWords: PlanWords,
  commands: NextCommands,
): Listener {
  const { log } = terminal;
  const logged = log === undefined ? [] : [createLogListener(log, planWords, commands)];
  const shown =
    log?.takesOutput === true ? [] : [createScreenListener(terminal, planWords, commands)];
  return (event) => {
    for (const listener of [...shown, ...logged]) listener(event);
  };
}

function createScreenListener(
  terminal: Terminal,
  planWords: PlanWords,
  commands: NextCommands,
): Listener {
  const { operation } = planWords;
  const { bar } = terminal;
  const progress = bar === undefined ? undefined : new ProgressBar(bar, operation).listener;
  return (event) => {
    progress?.(event);
    if (event.type === 'plan') terminal.out(planText(event.plan, planWords, terminal));
    if (event.type === 'summary') {
      const risks = event.report === undefined ? [] : reportInWords(event.report());
      terminal.out(summaryText(event.summary, operation, commands, terminal, risks));
    }
  };
}

/** Logs values of the sheet only if the log is verbose. */
export function createLogListener(
  log: RunLog,
  planWords: PlanWords,
  commands: NextCommands,
): Listener {
  const { operation } = planWords;
  const progress = createProgressListener(log);
  const wordsForLog = {
    ...planWords,
    check: describeForLog(planWords.check),
    status: describeForLog(planWords.status),
  };
  const commandsForLog = describeCommandsForLog(commands);
  return (event) => {
    progress(event);
    if (event.type === 'plan') {
      const { plan } = event;
      log.out(log.isVerbose ? planText(plan, planWords, plain) : planLog(plan, wordsForLog));
    }
    if (event.type === 'summary') {
      const { summary, report } = event;
      const risks = log.isVerbose && report !== undefined ? reportInWords(report()) : [];
      log.out(
        log.isVerbose
          ? summaryText(summary, operation, commands, plain, risks)
          : summaryLog(summary, operation, commandsForLog),
      );
    }
  };
}

function describeCommandsForLog(commands: NextCommands): NextCommands {
  const entries = Object.entries(commands) as [keyof NextCommands, string | undefined][];
  const described = entries.flatMap(([name, command]) =>
    command === undefined ? [] : [[name, describeForLog(command)]],
  );
  return { ...commands, ...(Object.fromEntries(described) as Partial<NextCommands>) };
}

const minLineIntervalMs = 1_000;

function createProgressListener(log: RunLog): Listener {
  let [total, done, tenth, printedMs] = [0, 0, 0, 0];
  return (event) => {
    if (event.type === 'start') [total, done, tenth] = [event.rows, 0, 0];
    if (!finishesRow(event)) return;
    done++;
    const reached = Math.floor((done * 10) / total);
    const now = Date.now();
    if (done < total && (reached === tenth || now - printedMs < minLineIntervalMs)) return;
    [tenth, printedMs] = [reached, now];
    log.progress(`${done} of ${total} rows finished`);
  };
}
