import { vi } from 'vitest';
import type { Messages } from '../../batch/engine/message.js';
import type { Omitted } from '../../nodes/RwaAssessSheet/words/omitted.js';
import { MemorySink } from '../../sheets/xlsx/memory.js';
import type { Parameters } from './runNode.js';
import { SheetWorkflow } from './sheetWorkflow.js';
import { createHires, runSheet, createWorkbook } from './sheets.js';

/** The code of a message of the node. */
export type Code = Exclude<keyof Messages, Omitted>;

/**
 * A piece of advice in a message, with the steps that cause the message, and the steps that follow the
 * advice exactly.
 */
interface FollowedAdvice {
  /** Words of the message that give the advice, with `row N` for `row 3` and `N, ` for `B3, `. */
  readonly advice: string;
  /**
   * More words of the message. The entry is about all variants that contain them and the advice; by
   * default, only about the first variant with the advice.
   */
  readonly beside?: string | readonly string[];
  /** True if the advice is in the next step of the output, and not in the message. */
  readonly isNextStep?: true;
  /** Causes the message. Returns the workflow and the text that contains the message. */
  readonly causeMessage: () => Promise<readonly [workflow: SheetWorkflow, shown: string]>;
  readonly follow: (workflow: SheetWorkflow) => Promise<unknown>;
  /** The employees whose rows `follow` sends; by default none. */
  readonly sentEmployees?: readonly string[];
  /** A part of a message that a row of `about` has afterwards; by default, these rows have no message. */
  readonly messageAfterwards?: string;
  /** The employees whose assessments may change, and whose messages are checked. */
  readonly about: readonly string[];
}

/** The row that most messages are about, and its employee. Rows 2 and 4 have other employees. */
const row = 3;
const about = ['E-2'];
const allEmployees = ['E-1', 'E-2', 'E-3'];
const memoryOff = { rememberAcrossExecutions: 'off' };
const country = 'Destination country';
const noSuchId = '1700000000000x123456789012345678';

type Work = (workflow: SheetWorkflow) => Promise<unknown>;
type CauseMessage = FollowedAdvice['causeMessage'];

/** Returns a function that causes a message in a row. */
const causeInRow =
  (begin: () => Promise<SheetWorkflow>, work: Work, number = row): CauseMessage =>
  async () => {
    const workflow = await begin();
    await work(workflow);
    return [workflow, await workflow.readMessage(number)];
  };
/** Returns a function that causes a message in the notes or the next step of the first output. */
const causeInNotes =
  (begin: () => Promise<SheetWorkflow>, work: Work): CauseMessage =>
  async () => {
    const workflow = await begin();
    await work(workflow);
    return [workflow, workflow.notes];
  };
/** Returns a function that causes a message in the error of an execution. */
const causeInError =
  (
    begin: () => Promise<SheetWorkflow>,
    work: (workflow: SheetWorkflow) => Promise<string>,
  ): CauseMessage =>
  async () => {
    const workflow = await begin();
    return [workflow, await work(workflow)];
  };

const beginUnassessed = () => SheetWorkflow.begin();
const beginScored = () => SheetWorkflow.beginScored();
const assess: Work = (workflow) => workflow.assess();
const assessWith =
  (options: object): Work =>
  (workflow) =>
    workflow.assess({ options });
const assessOnlyRowWithMemoryOff: Work = (workflow) =>
  workflow.assess({ rows: 'numbers', rowNumbers: `${row}`, ...memoryOff });
const check: Work = (workflow) => workflow.use('check');
const assessAgain: Work = (workflow) => workflow.use('assessAgain');
const doInTurn =
  (...works: readonly Work[]): Work =>
  async (workflow) => {
    for (const work of works) await work(workflow);
  };
const write =
  (heading: string, text: string, number = row): Work =>
  (workflow) =>
    workflow.write(number, heading, text);
const edit =
  (change: (rows: string[][]) => void): Work =>
  (workflow) =>
    workflow.edit(change);
/** Writes another heading above the destinations. */
const nameDestination = (heading: string): Work =>
  edit((rows) => (rows[0] = (rows[0] ?? []).with(5, heading)));
const clear: Work = (workflow) => workflow.clearResults(row);
/** Cuts the result cells of a row, and pastes them into another row. */
const moveResults = (from: number, to: number): Work =>
  edit((rows) => {
    const firstResult = rows[0]?.indexOf('Assessment status') ?? -1;
    const [before = [], after = []] = [rows[from - 1], rows[to - 1]];
    rows[to - 1] = [
      ...before.slice(0, firstResult).map((_, column) => after[column] ?? ''),
      ...before.slice(firstResult),
    ];
    rows[from - 1] = before.slice(0, firstResult);
  });
const reassessOnlyRow: Work = (workflow) => workflow.assessOnly(row);
const workWithFault =
  (operation: string, fault: string, work: Work, match?: object, times?: number): Work =>
  async (workflow) => {
    await workflow.service.control('POST faults', {
      operation,
      fault,
      ...(match && { match }),
      ...(times !== undefined && { times }),
    });
    await work(workflow);
    await workflow.service.control('DELETE faults');
  };
const loseAnswer = (work: Work, fault = 'status-500-after-commit') =>
  workWithFault('rwa_create', fault, work, { employeeId: 'E-2' });

const enterId = doInTurn(
  async (workflow) => workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2')),
  assess,
);
const assessOnlyRow: Work = (workflow) =>
  workflow.assess({ rows: 'numbers', rowNumbers: `${row}` });
/** Enters the Assessment ID in one row, and assesses only this row. Adds a row, which must not be sent. */
const enterIdOnly = doInTurn(
  async (workflow) => workflow.edit((rows) => void rows.push(createHires(['E-9'])[1] ?? [])),
  async (workflow) => workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2')),
  assessOnlyRow,
);
const sendAgain = doInTurn(clear, assessOnlyRowWithMemoryOff);
/** Clears the results of a row, and sends only this row. */
const sendOnlyRowAgain =
  (number: number): Work =>
  async (workflow) => {
    await workflow.clearResults(number);
    await workflow.assess({ rows: 'numbers', rowNumbers: `${number}`, ...memoryOff });
  };
/** Lets the service lose all assessments before the node has read a result, then uses Assess once more. */
const loseAllAssessments: Work = async (workflow) => {
  await workflow.workWhilePending(() => workflow.assess({ options: { maximumWaitSeconds: 0 } }));
  await workflow.service.control('POST reset');
  await workflow.assess();
};

const byAssess = 'have this workbook assessed with the operation Assess';
const byEnteringId = `enter its Assessment ID in this row, in place of any other, and ${byAssess}`;
const byEnteringIdOnly =
  'enter its Assessment ID in this row, in place of any other, and ask the person who maintains the workflow to use Assess on this workbook with Rows set to These Row Numbers and only the number of this row';
const bySendingAgain =
  'clear the result cells of this row and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off for one execution, and then to restore all settings';
const byReassessing =
  'use Assess Again on this workbook with Rows set to These Row Numbers and only the number of this row';

const byReassessingWithMemoryOff = `clear only the Assessment status and Assessment message of this row, and ask the person who maintains the workflow to ${byReassessing}, and with Remember Across Executions set to Off for one execution, and then to restore all settings`;
const lookForNewer = 'Wait a minute, then look in the service for a newer assessment';

const reassessWithMemoryOff = doInTurn(
  write('Assessment status', ''),
  write('Assessment message', ''),
  (workflow) => workflow.assessOnly(row, memoryOff),
);
const enterNoSuchId = doInTurn(write('Assessment ID', noSuchId), assess);
const workWithBusyService = (work: Work) =>
  workWithFault('rwa_create', 'status-429', work, { employeeId: 'E-2' }, 20);
/** Executes an operation, and retries the execution with another country in the row. */
const retryCorrected =
  (operation: string): Work =>
  (workflow) =>
    workflow.retryAfter(() => workflow.write(row, country, 'Spain'), operation);
/** Retries with another country in the row, and with a new row for the employee with a third country. */
const retryWithTwoCorrections: Work = (workflow) =>
  workflow.retryAfter(async () => {
    await workflow.write(row, country, 'Spain');
    await workflow.edit((rows) => rows.push(createHires(about)[1] ?? []));
    await workflow.write(5, country, 'France');
  });
const twelveEmployees = Array.from({ length: 12 }, (_, index) => `E-${index + 10}`);
const failTenRows = (operation: string) =>
  workWithFault('rwa_create', 'status-500-before-commit', (workflow) =>
    workflow.use(operation, { options: { rowsAtOnce: 1 } }),
  );
const writeFiveWrongValues = doInTurn(
  ...['Seniority', 'Sales contracts', 'Legal right to work', 'Benefits the local market'].map(
    (heading) => write(heading, 'Ja'),
  ),
  write('Start date', 'soon'),
);

const editAndAssess = doInTurn(write(country, 'Spain'), assess);
const moveToOtherN8n: Work = (workflow) => {
  workflow.moveToOtherN8n();
  return Promise.resolve();
};
/** Deletes the Row reference, and assesses the workbook in another n8n. */
const removeProof = doInTurn(moveToOtherN8n, write('Row reference', ''), assess);
/** Clears the results of the row except for the status Forgotten, and moves the workbook to another n8n. */
const showForgotten = doInTurn(moveToOtherN8n, clear, write('Assessment status', 'Forgotten'));
const leaveOnlyScores = doInTurn(
  moveToOtherN8n,
  write('Row reference', ''),
  write('Assessment ID', ''),
  assess,
);
/** Assesses the original workbook in a process that has only the keys of the sent rows. */
const uploadAgain: Work = async (workflow) => {
  workflow.staticData = {};
  workflow.workflowId = 'after a restart';
  workflow.file = createWorkbook(createHires(allEmployees));
  await workflow.assess();
};

/** Causes the error about a text in the status column that is not a status. */
const causeMixedStatusError = causeInError(beginScored, async (workflow) => {
  await workflow.edit((rows) => rows.push(createHires(['E-4'])[1] ?? []));
  await workflow.write(5, 'Assessment status', 'later');
  return workflow.useFailing('assess');
});

/** Creates an entry about a cell with a wrong value. To follow the advice, a person types a right value. */
const createCellAdvice = (
  advice: string,
  heading: string,
  wrong: string,
  right: string,
  prepare: Work = doNothing,
  beside?: string,
): FollowedAdvice => ({
  advice,
  ...(beside !== undefined && { beside }),
  causeMessage: causeInRow(beginUnassessed, doInTurn(prepare, write(heading, wrong), assess)),
  follow: doInTurn(write(heading, right), assess),
  sentEmployees: about,
  about,
});
const dateAdvice = 'Write the date like 2026-11-30 or 30 November 2026.';
const writeDayFirstDate = write('Start date', '13/11/2026', 2);
const writeMonthFirstDate = write('Start date', '11/13/2026', 2);

/** Creates an entry about an ambiguous date. To follow the advice, a person sets the date order. */
const createDateOrderAdvice = (
  advice: string,
  heading: string,
  wrong: string,
  prepare: Work = doNothing,
  beside?: string,
): FollowedAdvice => ({
  advice,
  ...(beside !== undefined && { beside }),
  causeMessage: causeInRow(beginUnassessed, doInTurn(prepare, write(heading, wrong), assess)),
  follow: assessWith({ dateOrder: advice.includes('Day First') ? 'dmy' : 'mdy' }),
  sentEmployees: about,
  about,
});

/** Creates an entry about a service that is unavailable when an execution starts. */
const createUnavailableAdvice = (
  advice: string,
  beside: string,
  fault: string,
): FollowedAdvice => ({
  advice,
  beside,
  causeMessage: causeInError(beginUnassessed, async (workflow) => {
    await workflow.service.control('POST faults', { operation: 'rwa_retrieve', fault, times: 9 });
    const shown = await workflow.useFailing('assess');
    await workflow.service.control('DELETE faults');
    return shown;
  }),
  follow: assess,
  sentEmployees: allEmployees,
  about: allEmployees,
});

/** Creates an entry about a sheet that cannot be read, so that no row was sent. */
const createSheetAdvice = (
  advice: string,
  wrong: Work,
  parameters: Parameters,
  right: Work,
  sentEmployees: readonly string[] = allEmployees,
): FollowedAdvice => ({
  advice,
  causeMessage: causeInError(beginUnassessed, async (workflow) => {
    await wrong(workflow);
    return workflow.useFailing('assess', parameters);
  }),
  follow: right,
  sentEmployees,
  about: allEmployees,
});
const mapField = (heading: string, field = 'employeeId') => ({
  columns: { mappingMode: 'defineBelow', value: { [field]: heading } },
});
const assessReading =
  (heading: string, field?: string): Work =>
  (workflow) =>
    workflow.assess(mapField(heading, field));

/** The entries by the code of the message. */
export const followedAdvice: Partial<Record<Code, readonly FollowedAdvice[]>> = {
  mappedHeadingMissing: [
    createSheetAdvice(
      'Its headings are:',
      doNothing,
      mapField('Pers. No.'),
      assessReading('Employee ID'),
    ),
  ],
  columnsAlike: [
    createSheetAdvice(
      'or choose one with the parameter Columns',
      addColumn('Staff ID', 'S-1'),
      {},
      assessReading('Employee ID'),
    ),
    createSheetAdvice(
      'Rename one of them',
      addColumn('Staff ID', 'S-1'),
      {},
      doInTurn(
        edit(([top = []]) => (top[14] = 'Badge')),
        assess,
      ),
    ),
  ],
  statusColumnMixed: [
    {
      advice: 'If it is yours, change its heading',
      beside: 'statuses of assessments',
      causeMessage: causeMixedStatusError,
      follow: doInTurn(
        edit(([top = []]) => (top[top.indexOf('Assessment status')] = 'My status')),
        assess,
      ),
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
    {
      advice:
        'replace the other text: type Unconfirmed if the row may have been sent, or clear the cell if it was not',
      beside: 'statuses of assessments',
      causeMessage: causeMixedStatusError,
      follow: doInTurn(write('Assessment status', '', 5), assess),
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
    {
      advice: 'type Unconfirmed if the row may have been sent',
      messageAfterwards:
        'According to this workbook, the row was sent, but no answer was received.',
      causeMessage: causeMixedStatusError,
      follow: doInTurn(write('Assessment status', 'Unconfirmed', 5), assess),
      about: ['E-4'],
    },
  ],
  headerRowEmpty: [
    createSheetAdvice(
      'the row given with the option Heading Row',
      doNothing,
      { options: { headingRow: 40 } },
      assessWith({ headingRow: 1 }),
    ),
  ],
  allSheetsHidden: [
    createSheetAdvice(
      'Choose one with the option Worksheet',
      changeParts(hideSheet),
      {},
      assessWith({ worksheet: 'Hires' }),
    ),
  ],
  allRowsHidden: [
    createSheetAdvice(
      'or turn the option off',
      changeParts(hideRows),
      { options: { skipHiddenRows: true } },
      assess,
    ),
    createSheetAdvice(
      'Unhide the rows to send',
      changeParts(hideRows),
      { options: { skipHiddenRows: true } },
      doInTurn(
        edit(() => undefined),
        assessWith({ skipHiddenRows: true }),
      ),
    ),
  ],
  otherSheetsFit: [
    {
      advice: 'use the option Worksheet to choose',
      beside: 'the headings but',
      causeMessage: causeInNotes(beginUnassessed, doInTurn(changeParts(addSecondSheet), assess)),
      follow: assessWith({ worksheet: 'Trips' }),
      sentEmployees: ['E-9'],
      about: ['E-9'],
    },
  ],
  headingNearlyMatches: [
    {
      advice: 'which is not read; did you mean',
      causeMessage: causeInNotes(beginUnassessed, doInTurn(addColumn('Manger ID', 'M-1'), assess)),
      follow: doInTurn(
        edit(([top = []]) => (top[14] = 'Manager ID')),
        assess,
      ),
      about,
    },
  ],
  rowsNotInSheet: [
    {
      advice: 'Row Numbers names',
      causeMessage: causeInError(beginScored, (workflow) =>
        workflow.useFailing('assessAgain', { rows: 'numbers', rowNumbers: '900' }),
      ),
      follow: reassessOnlyRow,
      sentEmployees: about,
      about,
    },
  ],
  valuesSuggested: [
    {
      advice: 'turn on the option Accept Suggestions',
      causeMessage: causeInNotes(beginUnassessed, doInTurn(write('Sales contracts', 'Ja'), assess)),
      follow: assessWith({ acceptSuggestions: true }),
      sentEmployees: about,
      about,
    },
  ],
  checkHeading: [
    createCellAdvice(
      'Check that the right column has this heading',
      'Role type',
      'x'.repeat(33_000),
      'Other',
    ),
  ],
  typeIdAsText: [
    createCellAdvice(
      'Format the column as text and type the',
      'Employee ID',
      '<c><v>12345678901234567890</v></c>',
      'E-2',
    ),
  ],
  formatAsDate: [
    createCellAdvice(
      'Format the cell as a date',
      'Start date',
      '<c><v>46329</v></c>',
      '2026-11-03',
    ),
  ],
  calculateFormula: [
    createCellAdvice(
      'Open the workbook in Excel and save it',
      country,
      '<c><f>A1</f></c>',
      'Portugal',
    ),
  ],
  correctFormula: [
    createCellAdvice(
      'Correct its formula or type a value',
      country,
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      'Portugal',
    ),
  ],
  convertToText: [
    createCellAdvice(
      'right-click the cell and choose Data Type, then Convert to Text',
      country,
      '<c t="e" vm="1"><v>#VALUE!</v></c>',
      'Portugal',
    ),
    createCellAdvice(
      'Or type the value',
      country,
      '<c t="e" vm="1"><v>#VALUE!</v></c>',
      'Portugal',
    ),
  ],
  typeDate: [createCellAdvice('Type a date such as 2026-11-03', 'Start date', '', '2026-11-03')],
  correctOneDate: [
    createCellAdvice('Correct one of the two dates', 'End date', '2026-11-01', '2027-11-02'),
  ],
  sayDateOrder: [
    createCellAdvice(dateAdvice, 'Start date', '03/11/2026', '2026-11-03'),
    createCellAdvice(dateAdvice, 'Start date', '03.11.2026', '2026-11-03', doNothing, 'With dots'),
    createDateOrderAdvice(
      'have Date Order set to Day First or Month First',
      'Start date',
      '03/11/2026',
    ),
    createDateOrderAdvice(
      'have Date Order set to Day First or Month First',
      'Start date',
      '03.11.2026',
      doNothing,
      'With dots',
    ),
  ],
  datesOfColumn: [
    createCellAdvice(dateAdvice, 'Start date', '03/11/2026', '2026-11-03', writeDayFirstDate),
    createDateOrderAdvice(
      'have Date Order set to Day First',
      'Start date',
      '03/11/2026',
      writeDayFirstDate,
      'The other',
    ),
  ],
  datesOfOtherColumns: [
    createCellAdvice(dateAdvice, 'End date', '03/11/2027', '2027-11-03', writeMonthFirstDate),
    createDateOrderAdvice(
      'have Date Order set to Month First',
      'End date',
      '03/11/2027',
      writeMonthFirstDate,
      'if this one is too',
    ),
  ],
  datesContradict: [
    createCellAdvice(
      dateAdvice,
      'Start date',
      '03/11/2026',
      '2026-11-03',
      doInTurn(writeDayFirstDate, write('End date', '11/13/2027', 4)),
      'but other columns are not',
    ),
    createCellAdvice(
      dateAdvice,
      'Start date',
      '03/11/2026',
      '2026-11-03',
      doInTurn(writeDayFirstDate, write('Start date', '11/13/2026', 4)),
    ),
  ],
  fillInOthers: [
    {
      advice: 'clear the cell if the row is only a note or a total',
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(
          edit((rows) => (rows[2] = ['E-2'])),
          assess,
        ),
      ),
      follow: doInTurn(write('Employee ID', ''), assess),
      about,
    },
    {
      advice: 'Fill in the others',
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(
          edit((rows) => (rows[2] = ['E-2'])),
          assess,
        ),
      ),
      follow: doInTurn(
        edit((rows) => (rows[2] = [...(createHires(['E-2'])[1] ?? [])])),
        assess,
      ),
      sentEmployees: about,
      about,
    },
  ],
  moveResultsBack: [
    {
      advice: 'Move the results back to their row',
      causeMessage: causeInRow(beginScored, doInTurn(moveResults(3, 5), assess), 5),
      follow: doInTurn(moveResults(5, 3), assess),
      // The row without an employee changes, too.
      about: [...about, ''],
    },
    {
      advice: 'If that row is no longer in the sheet, clear the result cells of this one',
      causeMessage: causeInRow(
        beginScored,
        doInTurn(moveResults(3, 5), (workflow) => workflow.deleteRow(3), assess),
        4,
      ),
      follow: doInTurn((workflow) => workflow.clearResults(4), assess),
      about: [''],
    },
  ],
  rowInvalid: [
    {
      advice: 'Then use Check again, or Assess.',
      isNextStep: true,
      causeMessage: causeInNotes(beginUnassessed, doInTurn(write('Sales contracts', 'Ja'), check)),
      follow: doInTurn(write('Sales contracts', 'Yes'), check, assess),
      sentEmployees: allEmployees,
      about: allEmployees,
    },
    createCellAdvice('did you mean "Yes"? Use Yes or No', 'Sales contracts', 'Ja', 'Yes'),
    {
      advice: `which is not an ID: clear the cell and ${byAssess}`,
      beside: 'Use Yes or No',
      causeMessage: causeInRow(
        beginScored,
        doInTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          doInTurn(
            write('Assessment ID', 'see mail', 5),
            write('Sales contracts', 'Ja', 5),
            assess,
          ),
        ),
        5,
      ),
      follow: doInTurn(
        write('Assessment ID', '', 5),
        doInTurn(write('Sales contracts', 'Yes', 5), assess),
      ),
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
    ...['did you mean "Yes"? Use Yes or No', 'And 1 more: correct these first'].map((advice) => ({
      advice,
      beside: 'And 1 more',
      causeMessage: causeInRow(beginUnassessed, doInTurn(writeFiveWrongValues, assess)),
      follow: doInTurn(
        edit((rows) => (rows[2] = [...(createHires(['E-2'])[1] ?? [])])),
        assess,
      ),
      sentEmployees: about,
      about,
    })),
  ],
  headingsDoNotFit: [
    createSheetAdvice(
      'did you mean "Destination country"?',
      nameDestination('Destnation'),
      {},
      doInTurn(nameDestination(country), assess),
    ),
    createSheetAdvice(
      'If this is right, add each of these fields with its heading to the parameter Columns',
      nameDestination('Zielland'),
      {},
      assessReading('Zielland', 'destination'),
    ),
    createSheetAdvice(
      'Add or rename the headings in a separate row above the first person',
      nameDestination('Goal'),
      {},
      doInTurn(nameDestination(country), assess),
    ),
    createSheetAdvice(
      'map them with the parameter Columns',
      nameDestination('Goal'),
      {},
      assessReading('Goal', 'destination'),
    ),
    createSheetAdvice(
      'choose the heading row with the option Heading Row',
      edit((rows) => rows.unshift(['Hires'], [...(rows[0] ?? [])].with(5, 'Goal'))),
      { options: { headingRow: 2 } },
      assessWith({ headingRow: 3 }),
    ),
    createSheetAdvice(
      'or set one value for all rows with the option Values for All Rows',
      nameDestination('Goal'),
      {},
      assessWith({ values: { value: [{ field: 'destination', value: 'Portugal' }] } }),
    ),
    createSheetAdvice(
      'has them: choose it with the option Worksheet',
      changeParts(addHiddenSecondSheet),
      {},
      assessWith({ worksheet: 'Trips' }),
      ['E-9'],
    ),
    createSheetAdvice(
      'Insert a new row above the first person, write all headings into it, and choose it with the option Heading Row',
      edit((rows) => {
        rows[0] = (rows[0] ?? []).with(5, 'Goal');
        rows[1] = (rows[1] ?? []).with(5, country);
      }),
      {},
      doInTurn(
        edit((rows) => {
          rows.splice(1, 0, [...(createHires([])[0] ?? [])]);
          rows[2] = (rows[2] ?? []).with(5, 'Portugal');
        }),
        assessWith({ headingRow: 2 }),
      ),
    ),
    ...(
      [
        [
          'add each of these fields with its heading to the parameter Columns',
          assessReading('Zielland', 'destination'),
        ],
        [
          'Add or rename the headings in a separate row above the first person',
          doInTurn(nameDestination(country), assess),
        ],
        ['map them with the parameter Columns', assessReading('Zielland', 'destination')],
        [
          'or set one value for all rows with the option Values for All Rows',
          assessWith({ values: { value: [{ field: 'destination', value: 'Portugal' }] } }),
        ],
      ] as const
    ).map(([advice, right]) => ({
      ...createSheetAdvice(advice, nameDestination('Zielland'), {}, right),
      beside: 'Guessed, but not read',
    })),
    {
      ...createSheetAdvice(
        'choose the heading row with the option Heading Row',
        edit((rows) => rows.unshift(['Hires'], [...(rows[0] ?? [])].with(5, 'Zielland'))),
        { options: { headingRow: 2 } },
        assessWith({ headingRow: 3 }),
      ),
      beside: 'Guessed, but not read',
    },
  ],
  sheetEmpty: [
    {
      ...createSheetAdvice(
        'Fill in one row for each assessment',
        edit((rows) => void rows.splice(0)),
        {},
        doInTurn(
          edit((rows) => rows.push(...createHires(allEmployees))),
          assess,
        ),
      ),
      beside: 'has no values',
    },
  ],
  noRows: [
    createSheetAdvice(
      'Add one row for each assessment',
      edit((rows) => void rows.splice(1)),
      {},
      doInTurn(
        edit((rows) => rows.push(...createHires(allEmployees).slice(1))),
        assess,
      ),
    ),
  ],
  noId: [
    {
      advice: `which is not an ID: clear the cell and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          write('Assessment ID', 'see mail', 5),
          assess,
        ),
        5,
      ),
      follow: doInTurn(write('Assessment ID', '', 5), assess),
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
  ],
  unknownScore: [
    {
      advice: `clear the cell and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          write('Payroll tax risk', '9.95', 5),
          assess,
        ),
        5,
      ),
      follow: doInTurn(write('Payroll tax risk', '', 5), assess),
      about: ['E-4'],
    },
  ],
  inputsChanged: [
    {
      advice: 'make the same correction here',
      causeMessage: causeInRow(beginScored, editAndAssess),
      follow: doInTurn(write(country, 'Portugal'), assess),
      about,
    },
    {
      advice: byReassessing,
      causeMessage: causeInRow(beginScored, editAndAssess),
      follow: reassessOnlyRow,
      sentEmployees: about,
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      causeMessage: causeInRow(beginScored, editAndAssess),
      follow: doInTurn(clear, assess),
      sentEmployees: about,
      about,
    },
  ],
  assessmentInOtherRow: [
    {
      advice: `its result cells were copied: clear them and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Spain'))),
          write('Row reference', '', 5),
          assess,
        ),
        5,
      ),
      follow: doInTurn((workflow) => workflow.clearResults(5), assess),
      sentEmployees: about,
      about,
    },
    {
      advice: `If this row replaces row N, delete row N and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Italy'))),
          write(country, 'Spain'),
          assess,
        ),
      ),
      follow: doInTurn((workflow) => workflow.deleteRow(5), assess),
      messageAfterwards: 'The inputs are not those that assessment',
      about,
    },
  ],
  assessmentUnproven: [
    {
      advice:
        'ask the person who maintains the workflow to use Assess on this workbook with Accept Assessment IDs turned on for one execution',
      causeMessage: causeInRow(beginScored, removeProof),
      follow: assessWith({ acceptIds: true }),
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      causeMessage: causeInRow(beginScored, removeProof),
      follow: doInTurn(clear, assess),
      sentEmployees: about,
      about,
    },
  ],
  showsForgotten: [
    {
      advice: `clear its result cells and ${byAssess}`,
      causeMessage: causeInRow(beginScored, doInTurn(showForgotten, assess)),
      follow: doInTurn(clear, assess),
      sentEmployees: about,
      about,
    },
    {
      advice: 'delete the row',
      causeMessage: causeInRow(beginScored, doInTurn(showForgotten, check, assess)),
      follow: doInTurn((workflow) => workflow.deleteRow(row), assess),
      about,
    },
  ],
  resultsWithoutId: [
    {
      advice: `type its Assessment ID and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(moveToOtherN8n, write('Assessment ID', ''), write(country, 'Spain'), assess),
      ),
      follow: enterId,
      messageAfterwards: 'The inputs are not those that assessment',
      about,
    },
    {
      advice: `type its Assessment ID and ${byAssess}`,
      causeMessage: causeInRow(beginScored, leaveOnlyScores),
      follow: doInTurn(enterId, assessWith({ acceptIds: true })),
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      causeMessage: causeInRow(beginScored, leaveOnlyScores),
      follow: doInTurn(clear, assess),
      sentEmployees: about,
      about,
    },
  ],
  assessmentOfOtherEmployee: [
    {
      advice: `clear its result cells and ${byAssess}`,
      causeMessage: causeInRow(beginScored, doInTurn(write('Employee ID', 'E-9'), assess)),
      follow: doInTurn(clear, assess),
      sentEmployees: ['E-9'],
      about: ['E-2', 'E-9'],
    },
    {
      advice: 'If the Employee ID or the Assessment ID in this row is wrong, correct it',
      causeMessage: causeInRow(beginScored, doInTurn(write('Employee ID', 'E-9'), assess)),
      follow: doInTurn(write('Employee ID', 'E-2'), assess),
      about: ['E-9'],
    },
    {
      advice: 'write it with them, in a cell formatted as text',
      causeMessage: causeInRow(beginScored, doInTurn(write('Employee ID', 'E-9'), assess)),
      follow: doInTurn(write('Employee ID', 'E-2'), assess),
      about: ['E-9'],
    },
  ],
  employeeUnanswered: [
    {
      advice: `If another execution is still running, ${byAssess} when it has ended`,
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAnswer(assess), uploadCorrected)),
      follow: assess,
      messageAfterwards:
        'An earlier row of this employee, or this row with another Employee ID, was sent and has no answer yet.',
      about,
    },
    {
      advice: `clear only the Assessment status and Assessment message of this row and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off for one execution, and then to restore all settings`,
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess, 'status-500-before-commit'), uploadCorrected),
      ),
      follow: doInTurn(
        write('Assessment status', ''),
        write('Assessment message', ''),
        assessOnlyRowWithMemoryOff,
      ),
      sentEmployees: about,
      about,
    },
    {
      advice: `put these inputs back, ${byAssess} and follow the new message of the row; then correct the row again and follow its message`,
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAnswer(assess), uploadCorrected)),
      follow: doInTurn(write(country, 'Portugal'), assess, enterId, editAndAssess, reassessOnlyRow),
      sentEmployees: about,
      about,
    },
  ],
  rowsNeverAssessed: [
    {
      advice: 'No row of this workbook has scores yet: the operation Assess gives them.',
      isNextStep: true,
      causeMessage: causeInNotes(beginUnassessed, assessAgain),
      follow: assess,
      sentEmployees: allEmployees,
      about: allEmployees,
    },
    {
      advice: 'The operation Assess assesses',
      beside: 'never assessed',
      causeMessage: causeInNotes(
        beginScored,
        doInTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          assessAgain,
        ),
      ),
      follow: assess,
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
  ],
  identicalInRound: [
    {
      advice: 'If they are the same trip or hire, delete all but one of them',
      causeMessage: causeInNotes(
        beginUnassessed,
        doInTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Spain'))),
          assess,
          write(country, 'Portugal', 5),
          assess,
          assessAgain,
        ),
      ),
      follow: doInTurn((workflow) => workflow.deleteRow(5), assess),
      about,
    },
  ],
  sameAsRow: [
    {
      advice: 'Delete one of them, and keep the one that has results',
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(
          edit((rows) => rows.push([...(rows[2] ?? [])])),
          assess,
        ),
        5,
      ),
      follow: doInTurn((workflow) => workflow.deleteRow(5), assess),
      about,
    },
  ],
  serviceUnusable: [
    createUnavailableAdvice(
      'Try again later. Nothing was sent.',
      'The service is busy',
      'status-429',
    ),
    createUnavailableAdvice('Try again later;', 'if this continues', 'status-500-before-commit'),
    {
      advice: 'Check the credential',
      causeMessage: causeInError(beginUnassessed, (workflow) =>
        workflow.useFailing('assess', {}, { token: 'wrong' }),
      ),
      follow: assess,
      sentEmployees: allEmployees,
      about: allEmployees,
    },
  ],
  assessmentUnknown: [
    {
      advice: 'Check the credential, then execute the workflow again with the same workbook',
      beside: 'has no assessment',
      causeMessage: causeInError(beginScored, async (workflow) => {
        await workflow.edit((rows) => rows.push(createHires(['E-4'])[1] ?? []));
        workflow.moveToOtherN8n();
        return workflow.useFailing('assess', {}, { token: workflow.service.sandbox.tokens[1] });
      }),
      follow: assess,
      sentEmployees: ['E-4'],
      about: ['E-4'],
    },
  ],
  tokenRefused: [
    {
      advice: `were not sent: ${byAssess}; rows that are done are not sent again`,
      isNextStep: true,
      causeMessage: causeInNotes(beginUnassessed, refuseTokenAfterFirstRow('assess')),
      follow: assess,
      sentEmployees: ['E-2', 'E-3'],
      about: ['E-2', 'E-3'],
    },
    {
      advice:
        'were not sent: use Assess Again on this workbook with Rows set to These Row Numbers: 3-4',
      isNextStep: true,
      causeMessage: causeInNotes(beginScored, refuseTokenAfterFirstRow('assessAgain')),
      follow: (workflow) => workflow.use('assessAgain', { rows: 'numbers', rowNumbers: '3-4' }),
      sentEmployees: ['E-2', 'E-3'],
      about: ['E-2', 'E-3'],
    },
  ],
  rowsInARowFailed: [
    {
      advice: `2 rows were not sent: ${byAssess}; rows that are done are not sent again`,
      isNextStep: true,
      causeMessage: causeInNotes(() => SheetWorkflow.begin(twelveEmployees), failTenRows('assess')),
      follow: assess,
      sentEmployees: ['E-20', 'E-21'],
      about: ['E-20', 'E-21'],
    },
    {
      advice:
        '2 rows were not sent: use Assess Again on this workbook with Rows set to These Row Numbers: 12-13',
      isNextStep: true,
      causeMessage: causeInNotes(
        () => SheetWorkflow.begin(twelveEmployees),
        doInTurn(assess, failTenRows('assessAgain')),
      ),
      follow: (workflow) => workflow.use('assessAgain', { rows: 'numbers', rowNumbers: '12-13' }),
      sentEmployees: ['E-20', 'E-21'],
      about: ['E-20', 'E-21'],
    },
  ],
  journalWriteFailed: [
    {
      advice: 'Check that the n8n database works',
      causeMessage: causeInNotes(beginUnassessed, async (workflow) => {
        workflow.processedData.error = new Error('SQLITE_FULL');
        workflow.processedData.callsBeforeError = 2;
        await workflow.assess();
        workflow.processedData.error = undefined;
      }),
      follow: assess,
      sentEmployees: allEmployees,
      about: allEmployees,
    },
  ],
  cellKept: [
    {
      advice: 'clear the cell to have it written again',
      causeMessage: causeInNotes(beginScored, doInTurn(write('Assessment ID', 'see mail'), assess)),
      follow: doInTurn(write('Assessment ID', ''), assess),
      about,
    },
    {
      advice: 'clear the cell if this is a mistake',
      beside: 'there is no result for it',
      causeMessage: causeInNotes(
        beginScored,
        doInTurn(write('Seniority', 'Mdi'), write('Overall trip risk', 'about 7'), assess),
      ),
      follow: doInTurn(write('Overall trip risk', ''), assess),
      about: [],
    },
    {
      advice: 'move the text to another column and clear the cell',
      beside: 'the reference of the row cannot be written',
      causeMessage: causeInNotes(
        beginScored,
        doInTurn(write('Row reference', 'seen by Ada'), assess),
      ),
      follow: doInTurn(addColumn('Note', 'seen by Ada', row), write('Row reference', ''), assess),
      about,
    },
  ],
  rowRefused: [
    {
      advice: `Correct the row and ${byAssess}`,
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(write('Employee ID', 'SANDBOX-REJECTED'), assess),
      ),
      follow: doInTurn(write('Employee ID', 'E-2'), assess),
      sentEmployees: about,
      about: ['E-2', 'SANDBOX-REJECTED'],
    },
    {
      advice: `Correct the row. To send it, ask the person who maintains the workflow to ${byReassessing}`,
      beside: 'previous assessment',
      causeMessage: causeInRow(
        beginScored,
        workWithFault('rwa_create', 'platform-400', reassessOnlyRow),
      ),
      follow: doInTurn(write(country, 'Spain'), reassessOnlyRow),
      sentEmployees: about,
      about,
    },
  ],
  rowNotSent: [
    {
      advice: `To send it, ${byAssess}`,
      beside: 'This row was not sent',
      causeMessage: causeInRow(beginUnassessed, workWithBusyService(assess)),
      follow: assess,
      sentEmployees: about,
      about,
    },
    {
      advice: `To send it, ask the person who maintains the workflow to ${byReassessing}`,
      beside: 'This row was not sent',
      causeMessage: async () => {
        const workflow = await beginScored();
        await workWithBusyService(assessAgain)(workflow);
        // The workbook does not show this message, only the item of the row does.
        return [workflow, workflow.output?.rows[1]?.message as string];
      },
      follow: reassessOnlyRow,
      sentEmployees: about,
      about,
    },
  ],
  rowUnconfirmed: [
    {
      advice: `put its earlier inputs back, ${byEnteringIdOnly}; then correct the row again and follow its message`,
      beside: 'The inputs have changed since',
      causeMessage: causeInRow(beginScored, loseAnswer(retryCorrected('assessAgain'))),
      follow: doInTurn(
        write(country, 'Portugal'),
        enterIdOnly,
        write(country, 'Spain'),
        assessOnlyRow,
        reassessOnlyRow,
      ),
      sentEmployees: about,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'The inputs have changed since',
      causeMessage: causeInRow(
        beginScored,
        loseAnswer(retryCorrected('assessAgain'), 'status-500-before-commit'),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: byEnteringId,
      causeMessage: causeInRow(beginUnassessed, loseAnswer(assess)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      causeMessage: causeInRow(beginUnassessed, loseAnswer(assess, 'status-500-before-commit')),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: ['Sent 20', lookForNewer],
      causeMessage: causeInRow(beginScored, loseAnswer(assessAgain)),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byReassessingWithMemoryOff,
      beside: ['Sent 20', lookForNewer],
      causeMessage: causeInRow(beginScored, loseAnswer(assessAgain, 'status-500-before-commit')),
      follow: reassessWithMemoryOff,
      sentEmployees: about,
      about,
    },
    {
      advice: 'Use the workbook that the workflow returned when it sent this row',
      beside: 'sent before, and',
      causeMessage: causeInRow(beginUnassessed, doInTurn(assess, uploadAgain)),
      follow: useEarlierOutput(assess),
      about: allEmployees,
    },
    {
      advice: `If it is lost, look in the service for an assessment of this employee with these dates, ${byEnteringId}`,
      beside: 'its assessment exists',
      causeMessage: causeInRow(beginUnassessed, doInTurn(assess, uploadAgain)),
      follow: enterId,
      about,
    },
    {
      advice: `If it is lost, look in the service for a newer assessment of this employee with these dates, ${byEnteringIdOnly}`,
      beside: 'its assessment exists',
      causeMessage: causeInRow(beginScored, reassessSameFileAfter(assessAgain)),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byEnteringId,
      beside: 'If there is none, wait a minute, then look in the service for an assessment',
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAnswer(assess), uploadAgain)),
      follow: enterId,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: 'If there is none, wait a minute, then look in the service for a newer assessment',
      causeMessage: causeInRow(beginScored, reassessSameFileAfter(loseAnswer(assessAgain))),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byReassessingWithMemoryOff,
      beside: 'If there is none, wait a minute, then look in the service for a newer assessment',
      causeMessage: causeInRow(
        beginScored,
        reassessSameFileAfter(loseAnswer(assessAgain, 'status-500-before-commit')),
      ),
      follow: reassessWithMemoryOff,
      sentEmployees: about,
      about,
    },
    {
      advice: byEnteringId,
      beside: 'The service returned it for this row',
      causeMessage: causeInRow(beginUnassessed, doInTurn(assessElsewhere, assessWithForeignId)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'The service returned it for this row',
      causeMessage: causeInRow(beginUnassessed, assessWithForeignId),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'This row was or may have been sent before',
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess, 'status-500-before-commit'), uploadAgain),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
  ],
  rowOnlyInSheet: [
    {
      advice: byEnteringId,
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess), moveToOtherN8n, assess),
      ),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess, 'status-500-before-commit'), moveToOtherN8n, assess),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: byReassessingWithMemoryOff,
      beside: ['According to this workbook', lookForNewer],
      causeMessage: causeInRow(
        beginScored,
        doInTurn(loseAnswer(assessAgain, 'status-500-before-commit'), moveToOtherN8n, assess),
      ),
      follow: reassessWithMemoryOff,
      sentEmployees: about,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: ['According to this workbook', lookForNewer],
      causeMessage: causeInRow(
        beginScored,
        doInTurn(loseAnswer(assessAgain), moveToOtherN8n, assess),
      ),
      follow: enterIdOnly,
      about,
    },
    {
      advice:
        'Correct the row first: N, Sales contracts "Ja": unsupported value; did you mean "Yes"? Use Yes or No',
      beside: 'no answer was received',
      causeMessage: causeInRow(beginScored, assessWrongInOtherN8n('status-500-before-commit')),
      follow: doInTurn(write('Sales contracts', 'Yes'), assess),
      messageAfterwards:
        'According to this workbook, the row was sent, but no answer was received.',
      about,
    },
    {
      advice: byEnteringId,
      beside: ['Correct the row first', 'no answer was received'],
      causeMessage: causeInRow(beginScored, assessWrongInOtherN8n('status-500-after-commit')),
      follow: doInTurn(write('Sales contracts', 'No'), enterId),
      about,
    },
    {
      advice: bySendingAgain,
      beside: ['Correct the row first', 'no answer was received'],
      causeMessage: causeInRow(beginScored, assessWrongInOtherN8n('status-500-before-commit')),
      follow: doInTurn(write('Sales contracts', 'Yes'), sendAgain),
      sentEmployees: about,
      about,
    },
  ],
  rowWithoutItsId: [
    {
      advice: `enter it in this row and ${byAssess}`,
      causeMessage: causeInRow(
        beginScored,
        doInTurn(moveToOtherN8n, write('Assessment ID', ''), assess),
      ),
      follow: enterId,
      about,
    },
    {
      advice:
        'clear its result cells and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off for one execution, and then to restore all settings',
      causeMessage: causeInRow(
        beginScored,
        doInTurn(moveToOtherN8n, write('Assessment ID', ''), assess),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
  ],
  resultPending: [
    {
      advice: `To get it later, ${byAssess}`,
      causeMessage: causeInRow(beginUnassessed, (workflow) =>
        workflow.workWhilePending(() => workflow.assess({ options: { maximumWaitSeconds: 0 } })),
      ),
      follow: assess,
      about: [],
    },
    {
      advice: `To get it later, ask the person who maintains the workflow to ${byReassessing}`,
      beside: 'The result is not ready yet.',
      causeMessage: causeInRow(beginPartlyScored, reassessWhilePending),
      follow: reassessOnlyRow,
      about: [],
    },
    {
      advice:
        'The scores of 1 row are not ready yet: use Assess Again on this workbook with Rows set to These Row Numbers: 3',
      isNextStep: true,
      causeMessage: causeInNotes(beginPartlyScored, reassessWhilePending),
      follow: reassessOnlyRow,
      about: [],
    },
  ],
  resultNotRead: [
    {
      advice: `To get the result, ask the person who maintains the workflow to ${byReassessing}`,
      beside: 'Reading the result failed',
      causeMessage: causeInRow(beginPartlyScored, reassessWithoutResults),
      follow: reassessOnlyRow,
      about: [],
    },
    {
      advice: byEnteringId,
      beside: ['Reading the result failed', 'belongs to another employee'],
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAnswer(assess), enterForeignId)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      beside: ['Reading the result failed', 'belongs to another employee'],
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess, 'status-500-before-commit'), enterForeignId),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: `To get the result, ${byAssess}`,
      beside: 'Reading the result failed',
      causeMessage: causeInRow(beginUnassessed, useWithoutResults),
      follow: assess,
      about: [],
    },
    {
      advice: `If the Assessment ID is wrong, look in the service for the right assessment. If there is one, ${byEnteringId}`,
      beside: 'Reading the result failed',
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAnswer(assess), enterNoSuchId)),
      follow: enterId,
      about,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      causeMessage: causeInRow(
        beginUnassessed,
        doInTurn(loseAnswer(assess, 'status-500-before-commit'), enterNoSuchId),
      ),
      follow: sendAgain,
      sentEmployees: about,
      about,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      causeMessage: causeInRow(beginUnassessed, loseAllAssessments),
      follow: doInTurn(...[2, 3, 4].map(sendOnlyRowAgain)),
      sentEmployees: allEmployees,
      about: allEmployees,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      causeMessage: causeInRow(beginUnassessed, doInTurn(loseAllAssessments, restart)),
      follow: doInTurn(...[2, 3, 4].map(sendOnlyRowAgain)),
      sentEmployees: allEmployees,
      about: allEmployees,
    },
  ],
  assessmentNeverShown: [
    {
      advice: `If this row is the same trip or hire and its earlier inputs are right, put them back and ${byAssess}`,
      causeMessage: causeInRow(beginUnassessed, retryCorrected('assess')),
      follow: doInTurn(write(country, 'Portugal'), assess),
      about,
    },
    {
      advice: `If the row is to be assessed as it is now, ${byAssess}`,
      causeMessage: causeInRow(beginUnassessed, retryCorrected('assess')),
      follow: assess,
      sentEmployees: about,
      about,
    },
  ],
  rowBlockedByIdenticalRow: [
    {
      advice: `Follow the message in row N, then ${byAssess}`,
      causeMessage: causeInRow(beginUnassessed, retryWithTwoCorrections, 5),
      follow: doInTurn(write(country, 'Portugal'), assess, assess),
      sentEmployees: about,
      about,
    },
  ],
  resultsNotRead: [
    {
      advice:
        'Use Assess Again on the returned workbook with Rows set to These Row Numbers and only the number of this row',
      beside: 'could not be read',
      causeMessage: causeInNotes(beginPartlyScored, reassessWithoutResults),
      follow: reassessOnlyRow,
      about: [],
    },
    {
      advice: 'If an Assessment ID is wrong, follow the message in its row',
      causeMessage: causeInNotes(beginUnassessed, doInTurn(loseAnswer(assess), enterNoSuchId)),
      follow: enterId,
      about,
    },
    {
      advice: 'Use Assess on the returned workbook',
      beside: 'could not be read',
      causeMessage: causeInNotes(beginUnassessed, useWithoutResults),
      follow: assess,
      about: [],
    },
  ],
  resultsInJournal: [
    {
      advice:
        'Enter the Assessment IDs from the service in its rows, in a column with the heading Assessment ID, before you use Assess on it',
      beside: 'exists in the service, but is not in the workbook',
      causeMessage: causeInNotes(beginUnassessed, assessWithDamagedOutput),
      follow: doInTurn(enterAllIds, assess),
      about: allEmployees,
    },
    {
      advice:
        'Enter the Assessment IDs from the service in its rows, in a column with the heading Assessment ID, before you use Assess on it',
      beside: 'exists in the service, but is not in the workbook',
      causeMessage: causeInNotes(beginUnassessed, assessWithDamagedOutput),
      follow: doInTurn(moveToOtherN8n, enterAllIds, assess),
      // The other n8n has no proof that the IDs belong to the rows.
      messageAfterwards: 'with Accept Assessment IDs turned on for one execution',
      about: allEmployees,
    },
  ],
};

/** Messages whose advice is in another message, with the reason. */
export const adviceInOtherMessages: Partial<Record<Code, string>> = {
  cellNumberFormatted: 'describes the cell; the advice follows in typeIdAsText',
  cellOnlyInExcel: 'describes the cell; the advice follows in convertToText',
  cellsKept: 'is cellKept for several cells',
};

/** Words of the variants that these tests cannot cause. */
export const unreachedVariants: readonly string[] = [
  // The node reports wrong inputs before it sends a row. The client has the same rules, so it refuses none of the rows
  // that the node sends.
  'This row was not sent. Correct it',
  // An entered ID that belongs to another employee leads to resultNotRead, never to an unconfirmed row.
  'Until then, it is not sent again',
  // Only the variant with a day has an entry. The day is missing if neither the journal nor the cells of
  // the row contain it.
  'was created for this employee',
];

/** Messages that these tests cannot cause, with the reason. */
export const unreachedCodes: Partial<Record<Code, string>> = {
  mappedToResults:
    'needs a journal that records the columns for results, as only a run that replaces its sheet does',
  aboutFile: 'needs a workbook from another program; test/sheets has such workbooks',
};

/** Assesses only one row, so that a round skips the other rows. */
async function beginPartlyScored(): Promise<SheetWorkflow> {
  const workflow = await SheetWorkflow.begin();
  await workflow.assess({ rows: 'numbers', rowNumbers: `${row}` });
  return workflow;
}

function reassessWhilePending(workflow: SheetWorkflow): Promise<void> {
  return workflow.workWhilePending(() =>
    workflow.use('assessAgain', { options: { maximumWaitSeconds: 0 } }),
  );
}

function reassessWithoutResults(workflow: SheetWorkflow): Promise<void> {
  return useWithoutResults(workflow, 'assessAgain');
}

/** Executes an operation while the service is available, but no result can be read. */
async function useWithoutResults(workflow: SheetWorkflow, operation = 'assess'): Promise<void> {
  let retrievals = 0;
  // The first retrieval checks that the service is available.
  workflow.answer = (path) =>
    path.endsWith('rwa_retrieve') && ++retrievals > 1 ? '<html>' : undefined;
  await workflow.use(operation, { options: { maximumWaitSeconds: 0 } });
  workflow.answer = () => undefined;
}

/** Assesses a workbook, and damages the output while the node writes it. */
async function assessWithDamagedOutput(workflow: SheetWorkflow): Promise<void> {
  const spy = vi.spyOn(MemorySink.prototype, 'bytes').mockReturnValueOnce(Buffer.from('PK'));
  await workflow.assess();
  spy.mockRestore();
}

async function enterAllIds(workflow: SheetWorkflow): Promise<void> {
  const ids = new Map<string | undefined, string>();
  for (const employee of allEmployees) ids.set(employee, await workflow.lookUp(employee));
  await workflow.edit((rows) => {
    for (const cells of rows) cells.push(ids.get(cells[0]) ?? 'Assessment ID');
  });
}

function doNothing(): Promise<void> {
  return Promise.resolve();
}

/** Adds a column with this text in all rows, or only in row `onlyRow`. */
function addColumn(heading: string, text: string, onlyRow?: number): Work {
  return edit((rows) => {
    for (const [index, cells] of rows.entries()) {
      const cell = onlyRow === undefined || index === onlyRow - 1 ? text : '';
      cells.push(index === 0 ? heading : cell);
    }
  });
}

function changeParts(
  change: (parts: Record<string, string | Buffer>) => Record<string, string | Buffer>,
): Work {
  return (workflow) => {
    workflow.file = createWorkbook(createHires(allEmployees), 'hires.xlsx', change);
    return Promise.resolve();
  };
}

function hideSheet(parts: Record<string, string | Buffer>) {
  return replaceInPart(parts, 'xl/workbook.xml', '<sheet ', '<sheet state="hidden" ');
}

function hideRows(parts: Record<string, string | Buffer>) {
  return replaceInPart(parts, 'xl/worksheets/sheet1.xml', '</row><row>', '</row><row hidden="1">');
}

function addSecondSheet(parts: Record<string, string | Buffer>) {
  const listed = replaceInPart(
    parts,
    'xl/workbook.xml',
    '</sheets>',
    '<sheet name="Trips" sheetId="8" r:id="s2"/></sheets>',
  );
  const rels = 'xl/_rels/workbook.xml.rels';
  const [link = ''] = /<Relationship [^>]*sheet1[.]xml"[^>]*>/.exec(String(listed[rels])) ?? [];
  const other = link.replace('"s1"', '"s2"').replace('sheet1', 'sheet2');
  const [, first = ''] = /^([^]*?<\/row>)/.exec(String(parts['xl/worksheets/sheet1.xml'])) ?? [];
  const [, person = ''] =
    /<\/row>(<row>[^]*?<\/row>)/.exec(String(parts['xl/worksheets/sheet1.xml'])) ?? [];
  return {
    ...replaceInPart(listed, rels, link, `${link}${other}`),
    'xl/worksheets/sheet2.xml': `${first}${person.replace('E-1', 'E-9')}</sheetData></worksheet>`,
  };
}

function addHiddenSecondSheet(parts: Record<string, string | Buffer>) {
  const both = addSecondSheet(replaceInPart(parts, 'xl/worksheets/sheet1.xml', country, 'Goal'));
  const [sheet, heading] = ['xl/worksheets/sheet2.xml', 'Goal'];
  const listed = replaceInPart(
    both,
    'xl/workbook.xml',
    '<sheet name="Trips"',
    '<sheet state="hidden" name="Trips"',
  );
  return replaceInPart(listed, sheet, heading, country);
}

function replaceInPart(
  parts: Record<string, string | Buffer>,
  name: string,
  from: string,
  to: string,
) {
  return { ...parts, [name]: String(parts[name]).replaceAll(from, to) };
}

/** Restarts n8n, with its saved data. */
async function restart(workflow: SheetWorkflow): Promise<void> {
  workflow.workflowId = 'after a restart';
  await Promise.resolve();
}

/** Assesses the original workbook again, with another country in the row. */
async function uploadCorrected(workflow: SheetWorkflow): Promise<void> {
  workflow.workflowId = 'after a restart';
  workflow.file = createWorkbook(createHires(allEmployees));
  await workflow.write(row, country, 'Spain');
  await workflow.assess();
}

/** Does the work, then reassesses the workbook from before in a process that has only the keys of the sent rows. */
function reassessSameFileAfter(work: Work): Work {
  return async (workflow) => {
    const { file } = workflow;
    await work(workflow);
    workflow.file = file;
    workflow.staticData = {};
    workflow.workflowId = 'after a restart';
    await assessAgain(workflow);
  };
}

/** Does the work with the workbook that the first execution returned. */
function useEarlierOutput(work: Work): Work {
  return async (workflow) => {
    workflow.file = workflow.outputs[0] ?? workflow.file;
    await work(workflow);
  };
}

/** Assesses the row in another workflow. */
async function assessElsewhere({ service }: SheetWorkflow): Promise<void> {
  await runSheet(service, createWorkbook(createHires(about)), { workflowId: 'another workflow' });
}

/** Assesses the workbook. The answer for the row has the ID of another employee's assessment. */
async function assessWithForeignId(workflow: SheetWorkflow): Promise<void> {
  const other = { workflowId: 'another workflow' };
  const { rows } = await runSheet(workflow.service, createWorkbook(createHires(['E-9'])), other);
  const response = { status: 'success', assessment_id: rows[0]?.assessmentId, redirect_url: '' };
  let creations = 0;
  workflow.answer = (path) =>
    path.endsWith('rwa_create') && ++creations === 2
      ? JSON.stringify({ status: 'success', response })
      : undefined;
  await workflow.assess({ options: { rowsAtOnce: 1 } });
  workflow.answer = () => undefined;
}

/** Reassesses the row without an answer, then assesses it with a wrong cell in another n8n. */
function assessWrongInOtherN8n(fault: string): Work {
  return doInTurn(
    loseAnswer(assessAgain, fault),
    moveToOtherN8n,
    write('Sales contracts', 'Ja'),
    assess,
  );
}

async function enterForeignId(workflow: SheetWorkflow): Promise<void> {
  const other = { workflowId: 'another workflow' };
  const { rows } = await runSheet(workflow.service, createWorkbook(createHires(['E-9'])), other);
  await workflow.write(row, 'Assessment ID', rows[0]?.assessmentId);
  await workflow.assess();
}

/** Executes an operation while the service refuses the token after the first row. */
function refuseTokenAfterFirstRow(operation: string): Work {
  return async (workflow) => {
    let creations = 0;
    const refused = JSON.stringify({ status: 'error', success: false, message: 'Invalid Auth' });
    workflow.answer = (path) =>
      path.endsWith('rwa_create') && ++creations > 1 ? refused : undefined;
    await workflow.use(operation, { options: { rowsAtOnce: 1 } });
    workflow.answer = () => undefined;
  };
}
