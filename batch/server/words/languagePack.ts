import type { Messages } from '../../engine/message.js';
import type { Plan } from '../../engine/run/events.js';
import type { ReportAdvice } from '../../report/advice.js';
import type { ReportWords } from '../../report/words.js';
import type { TemplateWords } from '../../template/words.js';
import type { ValueText } from '../../wording/values.js';
import type { Wordings } from '../../wording/wordings.js';
import type { DueRoundWords } from './dueRounds.js';
import type { LogWords } from './log.js';
import type { MailServerWords } from './mailServer.js';
import type { ProblemListWords } from './problemList.js';
import type { ReadingFailureWords } from './readingFailures.js';
import type { ResultsCsvWords } from './resultsCsv.js';
import type { RetryWords } from './retries.js';
import type { RunFailureWords } from './runFailures.js';
import type { TypedRowWords } from './typedRows.js';

export interface LanguagePack {
  readonly messages: Wordings<Messages>;
  readonly valueText: ValueText;
  /** Follows a problem with a value that a person has corrected before. */
  readonly correctedTo: (value: string) => string;
  /** Follows a problem with a value that a person has replaced in another sheet. */
  readonly chosenBefore: (value: string) => string;
  readonly correctRefused: string;
  /** `isNamed` is true if the request for the run names the round. */
  readonly describePlan: (plan: Plan, elsewhere: RowsElsewhere, isNamed: boolean) => string[];
  readonly describeDecidedRows: (rows: number) => string[];
  readonly describeLikelyRejections: (found: LikelyRejections) => string[];
  readonly describeEnd: (end: EndedRun) => string[];
  readonly runFailures: RunFailureWords;
  readonly typedRows: TypedRowWords;
  readonly retries: RetryWords;
  readonly dueRounds: DueRoundWords;
  readonly resultsCsv: ResultsCsvWords;
  readonly log: LogWords;
  readonly mailServer: MailServerWords;
  readonly problemList: ProblemListWords;
  readonly readingFailures: ReadingFailureWords;
  readonly templateWords: TemplateWords;
  readonly reportWords: ReportWords;
  readonly reportAdvice: ReportAdvice;
}

/** Rows that other sheets have sent, with and without an answer. */
export interface RowsElsewhere {
  readonly assessed: number;
  readonly unanswered: number;
}

/** The first values that the service is likely to reject. */
export interface LikelyRejections {
  readonly rows: number;
  readonly values: readonly {
    readonly message: string;
    readonly firstRows: readonly number[];
    readonly count: number;
  }[];
  readonly more: number;
}

export interface EndedRun {
  readonly unconfirmed: number;
  readonly waiting: number;
  readonly notSent: number;
  readonly isOfRound: boolean;
}
