import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import { ColumnProblems } from '../../engine/intake/columnFacts.js';
import { isSkippedAsHidden } from '../../engine/intake/skippedRows.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import { type IntakeRow } from '../../engine/intake/intakeRow.js';
import { type Intake, readSheet, type RowListener } from '../../engine/intake/readSheet.js';
import { toSheetMessage } from '../../engine/files/fileMessages.js';
import { isSandboxSheet } from '../../engine/journal/sheetFiles.js';
import { readColumnFacts } from '../../engine/journal/readJournal.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import {
  listColumnsToWrite,
  findResultColumns,
  createUsersColumnsNote,
} from '../../engine/run/resultColumns.js';
import { operationWords } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';
import { CheckJsonPrinter, CheckTextPrinter, Findings } from '../output/findings.js';
import type { CheckedRow } from '../wording/checkedRows.js';
import { withLostIdProblem, withInvalidIdProblem } from './idProblems.js';
import { readIntakeOptions } from './intakeOptions.js';
import {
  addOperationOption,
  addSheetOptions,
  fileArgument,
  toOperationFlag,
  type OperationOption,
  toSheetFlags,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

interface CheckFlags extends SheetOptions, OperationOption {
  json?: boolean;
}

export function addCheck(command: Command, { terminal, setExitCode }: Session): void {
  command.argument(...fileArgument).option('--json', 'print one JSON object per line');
  addSheetOptions(addOperationOption(command)).action(async (path: string, flags: CheckFlags) => {
    const operation = flags.for;
    const options = { ...(await readIntakeOptions(operation, flags)), readsLoneExamples: true };
    const file = await openSheet(path, options);
    try {
      const printer =
        flags.json === true
          ? new CheckJsonPrinter(terminal)
          : new CheckTextPrinter(
              terminal,
              operationWords[operation.command],
              suggestCommands(path, flags),
            );
      const findings = new Findings();
      const reportRow: ReportRow = (row, read, problems = new ColumnProblems()) => {
        findings.add(row, read);
        printer.reportRow(row, read, problems);
        return terminal.drained();
      };
      const intake = await checkRows({ path, file, operation, options }, reportRow);
      const rows = intake.rows.filter((row) => !isSkippedAsHidden(row, options));
      const { columns } = intake;
      // A round adds columns that compare its scores with the previous scores.
      const columnsNeeded = listColumnsToWrite(operation, operation.isInRounds === true, columns);
      const columnSearch = findResultColumns(file, intake, columnsNeeded, path);
      const foundColumns = await columnSearch.catch(() => undefined);
      const notes = [
        ...file.notes.map(toSheetMessage),
        ...intake.notes,
        ...createUsersColumnsNote(columnsNeeded, columns),
        ...(foundColumns?.notes ?? []),
      ];
      printer.finish(path, { ...intake, rows, notes }, findings, foundColumns?.resultColumns);
      // Throws if the results do not fit, but only after the findings are printed.
      await columnSearch;
      setExitCode(findings.exitCode);
    } finally {
      await file.close();
    }
  });
}

function suggestCommands(path: string, flags: CheckFlags) {
  return {
    check: commandLine(['check', path], { ...toOperationFlag(flags.for), ...toSheetFlags(flags) }),
    run: commandLine([flags.for.command, path], {
      ...toSheetFlags(flags),
      sandbox: isSandboxSheet(path),
    }),
    trial: commandLine([flags.for.command, path], { ...toSheetFlags(flags), sandbox: true }),
    ...(flags.for.about === undefined
      ? {}
      : {
          status: commandLine(['status', path], {
            ...toOperationFlag(flags.for),
            ...toSheetFlags(flags),
          }),
        }),
  };
}

/** Resolves when the output can take more. */
type ReportRow = (row: IntakeRow, read: CheckedRow, problems?: ColumnProblems) => Promise<void>;

interface CheckTarget {
  readonly path: string;
  readonly file: SheetFile;
  readonly operation: SheetOperation;
  readonly options: IntakeOptions;
}

async function checkRows(
  { path, file, operation, options }: CheckTarget,
  reportRow: ReportRow,
): Promise<Intake> {
  const { journal } = findUsableFiles(path, {
    command: operation.command,
    sandbox: isSandboxSheet(path),
  });
  const hasJournal = existsSync(journal);
  const { findContradictions } = operation;
  // Contradictions between rows are known only after all rows are read.
  const onRow: RowListener = ({ sameAs, ...row }, read, { problems }) => {
    const isDuplicate = findContradictions === undefined && sameAs !== undefined;
    const withIdProblem = hasJournal ? read : withLostIdProblem(operation, row, read);
    const found = withInvalidIdProblem(operation, row, withIdProblem);
    return reportRow(isDuplicate ? { ...row, sameAs } : row, found, problems);
  };
  const knownColumns = await readColumnFacts(journal);
  const intake = await readSheet(file, { ...options, knownColumns }, onRow);
  if (findContradictions === undefined) return intake;
  const found = findContradictions(intake.rows);
  const findColumn = (field: string) => {
    const column = intake.columns.fields.get(field);
    return column === undefined ? {} : { column: columnName(column) };
  };
  for (const row of intake.rows) {
    if (isSkippedAsHidden(row, options)) continue;
    const { number, sameAs } = row;
    const problem = found.get(number);
    if (problem !== undefined) {
      const { field, label } = problem;
      const remark = {
        row: number,
        ...findColumn(field),
        field,
        label,
        value: '',
        message: { code: 'rowsContradict', contradiction: problem },
        remedy: { code: 'settleContradiction', contradiction: problem },
      } as const;
      await reportRow({ number, key: '' }, { problems: [remark], warnings: [] });
    } else if (sameAs !== undefined) {
      await reportRow({ number, key: '', sameAs }, { request: {}, warnings: [] });
    }
  }
  return intake;
}
