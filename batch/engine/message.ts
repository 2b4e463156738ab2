import type { FileMessages } from './files/said.js';
import type { ForgetMessages } from './forget/said.js';
import type { IntakeMessages } from './intake/said.js';
import type { ValueMessages } from './intake/saidOfValues.js';
import type { JournalMessages } from './journal/said.js';
import type { ReportMessages } from './report/said.js';
import type { RunMessages } from './run/said.js';
import type { PlanMessages } from './run/saidOfPlan.js';
import type { ServiceMessages } from './run/saidOfService.js';
import type { WorkMessages } from './run/saidOfWork.js';
import type { WritingMessages } from './run/saidOfWriting.js';
import type { CellMessages } from './run/saidOfCells.js';
import type { RowMessages, UnconfirmedMessages } from './rows/said.js';

/**
 * All messages of the engine: the parameters of each, by its code. A face words them: with commands
 * on the command line, with buttons in a browser.
 */
export interface Messages
  extends
    CellMessages,
    FileMessages,
    ForgetMessages,
    IntakeMessages,
    ValueMessages,
    JournalMessages,
    PlanMessages,
    ReportMessages,
    RowMessages,
    RunMessages,
    ServiceMessages,
    UnconfirmedMessages,
    WorkMessages,
    WritingMessages {}

/** A message of the engine: a code, and the parameters to word it. */
export type Message<Code extends keyof Messages = keyof Messages> = {
  readonly [C in Code]: { readonly code: C } & Messages[C];
}[Code];

/** Words a message for a face, to be written into the sheet. */
export type Wording = (message: Message) => string;
