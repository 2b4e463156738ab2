import type { FileMessages, ForgetMessages, ReportMessages } from './files/fileMessages.js';
import type { IntakeMessages, ValueMessages } from './intake/intakeMessages.js';
import type { JournalMessages } from './journal/journalMessages.js';
import type {
  RunMessages,
  PlanMessages,
  ServiceMessages,
  WorkMessages,
  WritingMessages,
  CellMessages,
} from './run/runMessages.js';
import type { RowMessages, UnconfirmedMessages } from './rows/rowMessages.js';

/** The parameters of the engine's messages, by code. Each user interface words them itself. */
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

export type Message<Code extends keyof Messages = keyof Messages> = {
  readonly [C in Code]: { readonly code: C } & Messages[C];
}[Code];

export type Wording = (message: Message) => string;
