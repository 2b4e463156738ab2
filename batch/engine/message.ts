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
 * The parameters of all messages of the engine, by the code of the message. Each face (command,
 * page or node) words the messages in its own way, for example with commands or buttons.
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

/** A message of the engine: a code and its parameters. */
export type Message<Code extends keyof Messages = keyof Messages> = {
  readonly [C in Code]: { readonly code: C } & Messages[C];
}[Code];

/** A function that formats a message as one text. */
export type Wording = (message: Message) => string;
