import type { ColumnProblems } from '../../engine/intake/columnFacts.js';
import type { IntakeRow } from '../../engine/intake/intakeRow.js';
import type { Intake } from '../../engine/intake/readSheet.js';
import { type ExitCode, exitCodes } from './exitCodes.js';
import type { ResultColumns } from '../../engine/run/resultColumns.js';
import { resultColumnsText } from '../../wording/resultColumns.js';
import { describeValue } from '../../wording/remarks.js';
import {
  type CheckedRemark,
  type CheckedRow,
  checkedRemarks,
  checkedText,
} from '../wording/checkedRows.js';
import { type AnyMessage, wordMessage } from '../wording/wording.js';
import { wrapText } from './lines.js';
import { type Step, stepLines } from './nextSteps.js';
import { columnLines, noteLine, titleLine, warningLines } from './sheetLines.js';
import { showsNothing } from '../../engine/rows/shownStatus.js';
import { count } from '../../wording/words.js';
import type { OperationWords } from '../operations/operationWords.js';
import { duplicateRemedy, sameAsRow } from '../wording/rows.js';
import { type Terminal } from './terminal.js';

export type CheckedSheet = Omit<Intake, 'notes'> & { readonly notes: readonly AnyMessage[] };

/** Counts the findings without storing them: a sheet may have a million problems. */
export class Findings {
  problems = 0;
  duplicates = 0;
  /** Includes duplicates. */
  invalidRows = 0;
  readonly #byField = new Map<string, { label: string; count: number; firstRow: number }>();

  add({ number, sameAs }: IntakeRow, read: CheckedRow): void {
    if (sameAs !== undefined) this.duplicates++;
    if (sameAs !== undefined || 'problems' in read) this.invalidRows++;
    if (!('problems' in read)) return;
    for (const { field, label } of read.problems) {
      this.problems++;
      const known = this.#byField.get(field);
      if (known === undefined) this.#byField.set(field, { label, count: 1, firstRow: number });
      else known.count++;
    }
  }

  /** Lists the most frequent field first. */
  get fieldCounts(): { label: string; count: number; firstRow: number }[] {
    return [...this.#byField.values()].toSorted((a, b) => b.count - a.count);
  }

  get exitCode(): ExitCode {
    return this.invalidRows > 0 ? exitCodes.someFailed : exitCodes.done;
  }
}

/** Messages that are unclear without the label of the input, such as "must be text". */
const messagesWithoutSubject: ReadonlySet<CheckedRemark['message']['code']> = new Set([
  'notText',
  'unsupportedValue',
  'notWholeNumber',
  'negative',
  'notDateTime',
  'notEmail',
]);

export class CheckJsonPrinter {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  reportRow({ number, sameAs }: IntakeRow, read: CheckedRow): void {
    for (const problem of 'problems' in read ? read.problems : []) {
      const needsLabel = messagesWithoutSubject.has(problem.message.code);
      const words = {
        message: checkedText(problem.message, needsLabel ? problem.label : undefined),
        remedy: checkedRemarks.remedyText(problem),
      };
      this.#line('problem', { ...problem, value: describeValue(problem), ...words });
    }
    if (sameAs !== undefined) this.#line('duplicate', { row: number, sameAs });
    for (const warning of read.warnings) {
      const message = checkedText(warning.message, warning.label);
      this.#line('warning', { ...warning, message, remedy: '' });
    }
  }

  finish(
    file: string,
    intake: CheckedSheet,
    { problems, duplicates, invalidRows, exitCode }: Findings,
    resultColumns: ResultColumns | undefined,
  ): void {
    const { sheet, headerRow, rows, warnings, notes } = intake;
    const hidden = countHiddenRows(rows);
    this.#line('summary', {
      file,
      sheet,
      headerRow,
      rows: rows.length,
      good: rows.length - invalidRows,
      bad: invalidRows,
      ...(hidden === 0 ? {} : { hidden }),
      problems,
      duplicates,
      notes: notes.map(wordMessage),
      exitCode,
      ...(resultColumns === undefined ? {} : { resultColumns }),
      warnings: warnings.reduce((sum, group) => sum + group.count, 0),
    });
  }

  #line(type: string, fields: object): void {
    this.#terminal.out(JSON.stringify({ type, ...fields }));
  }
}

function countHiddenRows(rows: readonly IntakeRow[]): number {
  return rows.filter(({ hidden }) => hidden).length;
}

interface CommandsAfterCheck {
  readonly check: string;
  readonly run: string;
  /** Replaces `run` for a sheet that contains only examples. */
  readonly trial: string;
  /** Set only for sheets of decisions, whose rows may show the assessment of another row. */
  readonly status?: string;
}

function isExamplesOnlyNote(note: AnyMessage): boolean {
  return typeof note === 'object' && 'code' in note && note.code === 'onlyExamples';
}

/** Above this number, problems are also counted by column. */
const maxProblemsWithoutCounts = 20;

/** Prints the problems of each row as soon as they are found. */
export class CheckTextPrinter {
  readonly #terminal: Terminal;
  readonly #words: OperationWords;
  readonly #next: CommandsAfterCheck;

  constructor(terminal: Terminal, words: OperationWords, next: CommandsAfterCheck) {
    this.#terminal = terminal;
    this.#words = words;
    this.#next = next;
  }

  reportRow(
    { number, sameAs, previous }: IntakeRow,
    read: CheckedRow,
    problems: ColumnProblems,
  ): void {
    const found = 'problems' in read ? read.problems : [];
    const own = found.filter((problem) => !problems.has(problem));
    if (own.length > 0) this.#print(`Row ${number}`);
    for (const problem of own) this.#print(`  ${checkedRemarks.remarkText(problem)}`, '    ');
    if (sameAs !== undefined) {
      this.#print(`Row ${number}`);
      const remedy = duplicateRemedy(this.#words, !showsNothing(previous));
      this.#print(`  ${sameAsRow(sameAs, this.#words)}. ${remedy}`);
    }
  }

  finish(
    path: string,
    intake: CheckedSheet,
    findings: Findings,
    resultColumns: ResultColumns | undefined,
  ): void {
    const { paint } = this.#terminal;
    const { problems, duplicates, invalidRows, fieldCounts } = findings;
    for (const line of columnLines(intake.columnProblems, this.#terminal.width)) {
      this.#terminal.out(line.trimStart());
    }
    if (problems > maxProblemsWithoutCounts) {
      this.#print('By column');
      for (const { label, count: number, firstRow } of fieldCounts) {
        const times = number.toLocaleString('en').padStart(9);
        this.#print(`${times} ${label}, first in row ${firstRow.toLocaleString('en')}`);
      }
    }
    for (const line of warningLines(intake.warnings, ''))
      this.#print(paint.out('yellow', line), '  ');
    for (const note of intake.notes)
      this.#terminal.out(noteLine(wordMessage(note), this.#terminal.width));
    this.#print(
      titleLine({ file: path, ...intake }, intake.rows.length, countHiddenRows(intake.rows)),
    );
    if (resultColumns !== undefined) {
      this.#print(`Results go to ${resultColumnsText(resultColumns)}.`, '  ');
    }
    const good = intake.rows.length - invalidRows;
    const found = [
      ...(problems > 0 ? [count(problems, 'problem')] : []),
      ...(duplicates > 0 ? [count(duplicates, 'duplicate')] : []),
    ];
    const { participle, sendAllStep, sendValidStep } = this.#words;
    const all =
      good === 1
        ? `The row can be ${participle}.`
        : `All ${count(good, 'row')} can be ${participle}.`;
    this.#print(
      invalidRows === 0
        ? paint.out('green', all)
        : paint.out(
            'red',
            `${invalidRows.toLocaleString('en')} of ${count(intake.rows.length, 'row')} cannot be ${participle}: ${found.join(', ')}.`,
          ),
    );
    const { check, run, trial, status } = this.#next;
    const send = intake.notes.some(isExamplesOnlyNote) ? trial : run;
    const steps: Step[] = [
      ...(invalidRows > 0
        ? [{ what: 'Correct the sheet and check it again:', command: check }]
        : []),
      ...(good > 0 && status !== undefined
        ? [{ what: 'See whether a row shows the assessment of another row:', command: status }]
        : []),
      ...(good > 0
        ? [
            {
              what: `${invalidRows > 0 ? sendValidStep : sendAllStep}; finished rows are skipped:`,
              command: send,
            },
          ]
        : []),
    ];
    for (const line of stepLines(steps, this.#terminal.width)) this.#terminal.out(line);
  }

  #print(text: string, indent = ''): void {
    this.#terminal.out(wrapText(text, this.#terminal.width, indent));
  }
}
