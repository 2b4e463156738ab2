import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { RunSession } from '../../engine/run/session.js';
import { showValues } from '../../wording/sentence.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { logLine } from '../output/logLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import type { Terminal } from '../output/terminal.js';
import type { Trace } from '../output/trace.js';
import type { UnattendedRun } from '../unattended/unattendedRun.js';
import { wordMessage } from '../wording/wording.js';
import { confirmRun } from './confirmRun.js';
import type { RunFlags } from './runFlags.js';
import { createEndedStage, createSendingStage } from './runStages.js';
import type { Session } from './session.js';
import { OutputLostError } from '../output/commandError.js';

export interface RunCall {
  readonly operation: SheetOperation;
  readonly input: string;
  readonly flags: RunFlags;
  readonly session: Session;
  readonly unattended: UnattendedRun;
  /** Ctrl+C aborts this signal until the summary is printed. */
  readonly signal: AbortSignal;
}

export function listen(run: RunSession, call: RunCall, commands: NextCommands): void {
  const { operation, session, unattended, signal } = call;
  const { terminal, interruption } = session;
  signal.addEventListener('abort', () => {
    run.stop();
  });
  if (signal.aborted) run.stop();
  run.on((event) => {
    unattended.listen(event);
    if (event.type === 'waiting') logLine(terminal, showValues(wordMessage(event.message)));
    if (event.type === 'start') {
      interruption.reword(createSendingStage(commands, operation.repeatable, event.unconfirmed));
    }
    if (event.type === 'summary') {
      unattended.setNoticeSignal(
        interruption.begin(createEndedStage(exitCodes[event.summary.outcome])),
      );
    }
  });
}

export async function planAndStart(
  run: RunSession,
  { operation, flags, session: { terminal }, unattended, signal }: RunCall,
  trace: Trace | undefined,
): Promise<ExitCode> {
  const plan = await run.plan();
  if (flags.dryRun === true) {
    terminal.err('Nothing was sent.');
    return signal.aborted ? exitCodes.interrupted : unattended.endDryRun(plan);
  }
  if (plan.rowsToDo > 0) {
    trace?.assertWritable();
    await assertOutputWorks(terminal);
    const ended = unattended.endIfTooManyNew(plan);
    if (ended !== undefined) return ended;
    const answer = signal.aborted
      ? undefined
      : await confirmRun(operation, plan, flags, terminal, signal);
    if (answer !== true) terminal.err('Nothing was sent.');
    if (answer === undefined) return exitCodes.interrupted;
    if (!answer) return unattended.recordFailure(declinedFailure);
  }
  const { outcome } = await run.start();
  return exitCodes[outcome];
}

const declinedFailure = {
  exitCode: exitCodes.usage,
  message: 'The plan was not confirmed. Nothing was sent.',
};

async function assertOutputWorks(terminal: Terminal): Promise<void> {
  // A failed write to the terminal is reported a little later.
  await nextTurn();
  if (terminal.lost !== undefined) throw new OutputLostError(terminal.lost, 'Nothing was sent.');
}
