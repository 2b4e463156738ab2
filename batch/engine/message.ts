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

/**
 * All messages of the engine: the parameters of each, by its code. Each face words the messages in
 * its own way: the command line with commands, the page with buttons.
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

/** A function that formats a message as one text. */
export type Wording = (message: Message) => string;
