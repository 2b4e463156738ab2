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
 * A piece of advice in a message, with the steps that make the message appear and those that follow
 * the advice to the letter.
 */
interface FollowedAdvice {
  /** Words of the message that give the advice, with `row N` for `row 3` and `N, ` for `B3, `. */
  readonly advice: string;
  /** More words of the message, which select its variants. By default, only the first is selected. */
  readonly beside?: string | readonly string[];
  /** True if the advice is in `nextStep`, which accompanies the message. */
  readonly isNextStep?: true;
  /** Makes the message appear. Returns the workflow and the text that contains the message. */
  readonly occurs: () => Promise<readonly [workflow: SheetWorkflow, shown: string]>;
  readonly follow: (workflow: SheetWorkflow) => Promise<unknown>;
  /** The employees whom `follow` sends; by default nobody. */
  readonly sends?: readonly string[];
  /** A part of a message in the rows of `about` afterwards; by default, these have no message. */
  readonly leaves?: string;
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
type Occurs = FollowedAdvice['occurs'];

/** Makes a message appear in a row, by some work on a workbook. */
const inRow =
  (begin: () => Promise<SheetWorkflow>, work: Work, number = row): Occurs =>
  async () => {
    const workflow = await begin();
    await work(workflow);
    return [workflow, await workflow.message(number)];
  };
/** Makes a message appear in the notes or the next step of the first output, by some work on a workbook. */
const inNotes =
  (begin: () => Promise<SheetWorkflow>, work: Work): Occurs =>
  async () => {
    const workflow = await begin();
    await work(workflow);
    return [workflow, workflow.notes];
  };
/** Makes a message appear in the error of an execution. */
const inError =
  (
    begin: () => Promise<SheetWorkflow>,
    work: (workflow: SheetWorkflow) => Promise<string>,
  ): Occurs =>
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
const assessWithMemoryOff: Work = (workflow) =>
  workflow.assess({ rows: 'numbers', rowNumbers: `${row}`, ...memoryOff });
const check: Work = (workflow) => workflow.use('check');
const assessAgain: Work = (workflow) => workflow.use('assessAgain');
const inTurn =
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
/** Cuts the result cells of a row, and pastes them into another one. */
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
const reassessOnlyThisRow: Work = (workflow) => workflow.assessOnly(row);
const withFault =
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
  withFault('rwa_create', fault, work, { employeeId: 'E-2' });

const enterId = inTurn(
  async (workflow) => workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2')),
  assess,
);
const assessOnlyThisRow: Work = (workflow) =>
  workflow.assess({ rows: 'numbers', rowNumbers: `${row}` });
/** Enters the ID for one row. A row that was never assessed is added, and must not be sent. */
const enterIdOnly = inTurn(
  async (workflow) => workflow.edit((rows) => void rows.push(createHires(['E-9'])[1] ?? [])),
  async (workflow) => workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2')),
  assessOnlyThisRow,
);
const sendAgain = inTurn(clear, assessWithMemoryOff);
/** Clears the results of a row, and sends it alone. */
const sendAgainOnly =
  (number: number): Work =>
  async (workflow) => {
    await workflow.clearResults(number);
    await workflow.assess({ rows: 'numbers', rowNumbers: `${number}`, ...memoryOff });
  };
/** Lets the service lose all assessments before the node has read a result, then uses Assess once more. */
const loseAllAssessments: Work = async (workflow) => {
  await workflow.whilePending(() => workflow.assess({ options: { maximumWaitSeconds: 0 } }));
  await workflow.service.control('POST reset');
  await workflow.assess();
};

const byAssess = 'have this workbook assessed with the operation Assess';
const byEnteringId = `enter its Assessment ID in this row, in place of any other, and ${byAssess}`;
const byEnteringIdOnly =
  'enter its Assessment ID in this row, in place of any other, and ask the person who maintains the workflow to use Assess on this workbook with Rows set to These Row Numbers and only the number of this row';
const bySendingAgain =
  'clear the result cells of this row and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off';
const byOnlyThis =
  'use Assess Again on this workbook with Rows set to These Row Numbers and only the number of this row';

const byOnlyThisWithOff = `clear only the Assessment status and Assessment message of this row, and ask the person who maintains the workflow to ${byOnlyThis}, and with Remember Across Executions set to Off`;
const lookForNewer = 'Wait a minute, then look in the service for a newer assessment';

const assessOnlyWithOff = inTurn(
  write('Assessment status', ''),
  write('Assessment message', ''),
  (workflow) => workflow.assessOnly(row, memoryOff),
);
const restoreId = inTurn(
  async (workflow) => workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2')),
  assess,
);
const enterNoSuchId = inTurn(write('Assessment ID', noSuchId), assess);
const withBusyService = (work: Work) =>
  withFault('rwa_create', 'status-429', work, { employeeId: 'E-2' }, 20);
/** Executes an operation, and retries the execution with another country in the row. */
const retryCorrected =
  (operation: string): Work =>
  (workflow) =>
    workflow.retryAfter(() => workflow.write(row, country, 'Spain'), operation);
/** Retries with another country in the row, and with a new row of the employee with a third country. */
const retryWithTwoCorrections: Work = (workflow) =>
  workflow.retryAfter(async () => {
    await workflow.write(row, country, 'Spain');
    await workflow.edit((rows) => rows.push(createHires(about)[1] ?? []));
    await workflow.write(5, country, 'France');
  });
const twelveEmployees = Array.from({ length: 12 }, (_, index) => `E-${index + 10}`);
const failTenRows = (operation: string) =>
  withFault('rwa_create', 'status-500-before-commit', (workflow) =>
    workflow.use(operation, { options: { rowsAtOnce: 1 } }),
  );
const writeFiveWrongValues = inTurn(
  ...['Seniority', 'Sales contracts', 'Legal right to work', 'Benefits the local market'].map(
    (heading) => write(heading, 'Ja'),
  ),
  write('Start date', 'soon'),
);

const editAndAssess = inTurn(write(country, 'Spain'), assess);
const moveToOtherN8n: Work = (workflow) => {
  workflow.moveToOtherN8n();
  return Promise.resolve();
};
/** Deletes the reference of the row, and assesses the workbook in another n8n. */
const removeProof = inTurn(moveToOtherN8n, write('Row reference', ''), assess);
const leaveOnlyScores = inTurn(
  moveToOtherN8n,
  write('Row reference', ''),
  write('Assessment ID', ''),
  assess,
);
/** Assesses the original workbook in a process that has only the keys of rows. */
const uploadAgain: Work = async (workflow) => {
  workflow.staticData = {};
  workflow.workflowId = 'after a restart';
  workflow.file = createWorkbook(createHires(allEmployees));
  await workflow.assess();
};

/** The error about a row with a text other than a status in the status column. */
const inMixedStatusError = inError(beginScored, async (workflow) => {
  await workflow.edit((rows) => rows.push(createHires(['E-4'])[1] ?? []));
  await workflow.write(5, 'Assessment status', 'later');
  return workflow.useFailing('assess');
});

/** Returns the advice about a cell with a wrong value. To follow it, a person enters a right value. */
const createCellAdvice = (
  advice: string,
  heading: string,
  wrong: string,
  right: string,
  set: Work = assessNothing,
  beside?: string,
): FollowedAdvice => ({
  advice,
  ...(beside !== undefined && { beside }),
  occurs: inRow(beginUnassessed, inTurn(set, write(heading, wrong), assess)),
  follow: inTurn(write(heading, right), assess),
  sends: about,
  about,
});
const dateAdvice = 'Write the date like 2026-11-30 or 30 November 2026.';
const writeDayFirstDate = write('Start date', '13/11/2026', 2);
const writeMonthFirstDate = write('Start date', '11/13/2026', 2);

/** Returns the advice about an ambiguous date. To follow it, a person sets the date order. */
const createDateOrderAdvice = (
  advice: string,
  heading: string,
  wrong: string,
  set: Work = assessNothing,
  beside?: string,
): FollowedAdvice => ({
  advice,
  ...(beside !== undefined && { beside }),
  occurs: inRow(beginUnassessed, inTurn(set, write(heading, wrong), assess)),
  follow: assessWith({ dateOrder: advice.includes('Day First') ? 'dmy' : 'mdy' }),
  sends: about,
  about,
});

/** Returns the advice about a service that is unavailable at the start. */
const createUnavailableAdvice = (
  advice: string,
  beside: string,
  fault: string,
): FollowedAdvice => ({
  advice,
  beside,
  occurs: inError(beginUnassessed, async (workflow) => {
    await workflow.service.control('POST faults', { operation: 'rwa_retrieve', fault, times: 9 });
    const shown = await workflow.useFailing('assess');
    await workflow.service.control('DELETE faults');
    return shown;
  }),
  follow: assess,
  sends: allEmployees,
  about: allEmployees,
});

/** Returns the advice about a sheet that cannot be read, and of which no row was sent. */
const createSheetAdvice = (
  advice: string,
  wrong: Work,
  parameters: Parameters,
  right: Work,
  sends: readonly string[] = allEmployees,
): FollowedAdvice => ({
  advice,
  occurs: inError(beginUnassessed, async (workflow) => {
    await wrong(workflow);
    return workflow.useFailing('assess', parameters);
  }),
  follow: right,
  sends,
  about: allEmployees,
});
const mapField = (heading: string, field = 'employeeId') => ({
  columns: { mappingMode: 'defineBelow', value: { [field]: heading } },
});
const assessReading =
  (heading: string, field?: string): Work =>
  (workflow) =>
    workflow.assess(mapField(heading, field));

/** The advice to follow, by the code of the message. */
export const followedAdvice: Partial<Record<Code, readonly FollowedAdvice[]>> = {
  mappedHeadingMissing: [
    createSheetAdvice(
      'Its headings are:',
      assessNothing,
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
      inTurn(
        edit(([top = []]) => (top[14] = 'Badge')),
        assess,
      ),
    ),
  ],
  statusColumnMixed: [
    {
      advice: 'If it is yours, change its heading',
      beside: 'statuses of assessments',
      occurs: inMixedStatusError,
      follow: inTurn(
        edit(([top = []]) => (top[top.indexOf('Assessment status')] = 'My status')),
        assess,
      ),
      sends: ['E-4'],
      about: ['E-4'],
    },
    {
      advice:
        'replace the other text: type Unconfirmed if the row may have been sent, or clear the cell if it was not',
      beside: 'statuses of assessments',
      occurs: inMixedStatusError,
      follow: inTurn(write('Assessment status', '', 5), assess),
      sends: ['E-4'],
      about: ['E-4'],
    },
    {
      advice: 'type Unconfirmed if the row may have been sent',
      leaves: 'According to this workbook, the row was sent, but no answer was received.',
      occurs: inMixedStatusError,
      follow: inTurn(write('Assessment status', 'Unconfirmed', 5), assess),
      about: ['E-4'],
    },
  ],
  headerRowEmpty: [
    createSheetAdvice(
      'the row given with the option Heading Row',
      assessNothing,
      { options: { headingRow: 40 } },
      assessWith({ headingRow: 1 }),
    ),
  ],
  allSheetsHidden: [
    createSheetAdvice(
      'Choose one with the option Worksheet',
      withParts(hideSheet),
      {},
      assessWith({ worksheet: 'Hires' }),
    ),
  ],
  allRowsHidden: [
    createSheetAdvice(
      'or turn the option off',
      withParts(hideRows),
      { options: { skipHiddenRows: true } },
      assess,
    ),
    createSheetAdvice(
      'Unhide the rows to send',
      withParts(hideRows),
      { options: { skipHiddenRows: true } },
      inTurn(
        edit(() => undefined),
        assessWith({ skipHiddenRows: true }),
      ),
    ),
  ],
  otherSheetsFit: [
    {
      advice: 'use the option Worksheet to choose',
      beside: 'the headings but',
      occurs: inNotes(beginUnassessed, inTurn(withParts(addSecondSheet), assess)),
      follow: assessWith({ worksheet: 'Trips' }),
      sends: ['E-9'],
      about: ['E-9'],
    },
  ],
  headingNearlyMatches: [
    {
      advice: 'which is not read; did you mean',
      occurs: inNotes(beginUnassessed, inTurn(addColumn('Manger ID', 'M-1'), assess)),
      follow: inTurn(
        edit(([top = []]) => (top[14] = 'Manager ID')),
        assess,
      ),
      about,
    },
  ],
  rowsNotInSheet: [
    {
      advice: 'Row Numbers names',
      occurs: inError(beginScored, (workflow) =>
        workflow.useFailing('assessAgain', { rows: 'numbers', rowNumbers: '900' }),
      ),
      follow: reassessOnlyThisRow,
      sends: about,
      about,
    },
  ],
  valuesSuggested: [
    {
      advice: 'turn on the option Accept Suggestions',
      occurs: inNotes(beginUnassessed, inTurn(write('Sales contracts', 'Ja'), assess)),
      follow: assessWith({ acceptSuggestions: true }),
      sends: about,
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
    createCellAdvice(
      dateAdvice,
      'Start date',
      '03.11.2026',
      '2026-11-03',
      assessNothing,
      'With dots',
    ),
    createDateOrderAdvice(
      'have Date Order set to Day First or Month First',
      'Start date',
      '03/11/2026',
    ),
    createDateOrderAdvice(
      'have Date Order set to Day First or Month First',
      'Start date',
      '03.11.2026',
      assessNothing,
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
      inTurn(writeDayFirstDate, write('End date', '11/13/2027', 4)),
      'but other columns are not',
    ),
    createCellAdvice(
      dateAdvice,
      'Start date',
      '03/11/2026',
      '2026-11-03',
      inTurn(writeDayFirstDate, write('Start date', '11/13/2026', 4)),
    ),
  ],
  fillInOthers: [
    {
      advice: 'clear the cell if the row is only a note or a total',
      occurs: inRow(
        beginUnassessed,
        inTurn(
          edit((rows) => (rows[2] = ['E-2'])),
          assess,
        ),
      ),
      follow: inTurn(write('Employee ID', ''), assess),
      about,
    },
    {
      advice: 'Fill in the others',
      occurs: inRow(
        beginUnassessed,
        inTurn(
          edit((rows) => (rows[2] = ['E-2'])),
          assess,
        ),
      ),
      follow: inTurn(
        edit((rows) => (rows[2] = [...(createHires(['E-2'])[1] ?? [])])),
        assess,
      ),
      sends: about,
      about,
    },
  ],
  moveResultsBack: [
    {
      advice: 'Move the results back to their row',
      occurs: inRow(beginScored, inTurn(moveResults(3, 5), assess), 5),
      follow: inTurn(moveResults(5, 3), assess),
      // The row without an employee changes, too.
      about: [...about, ''],
    },
    {
      advice: 'If that row is no longer in the sheet, clear the result cells of this one',
      occurs: inRow(
        beginScored,
        inTurn(moveResults(3, 5), (workflow) => workflow.deleteRow(3), assess),
        4,
      ),
      follow: inTurn((workflow) => workflow.clearResults(4), assess),
      about: [''],
    },
  ],
  rowInvalid: [
    {
      advice: 'Then use Check again, or Assess.',
      isNextStep: true,
      occurs: inNotes(beginUnassessed, inTurn(write('Sales contracts', 'Ja'), check)),
      follow: inTurn(write('Sales contracts', 'Yes'), check, assess),
      sends: allEmployees,
      about: allEmployees,
    },
    createCellAdvice('did you mean "Yes"? Use Yes or No', 'Sales contracts', 'Ja', 'Yes'),
    {
      advice: `which is not an ID: clear the cell and ${byAssess}`,
      beside: 'Use Yes or No',
      occurs: inRow(
        beginScored,
        inTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          inTurn(write('Assessment ID', 'see mail', 5), write('Sales contracts', 'Ja', 5), assess),
        ),
        5,
      ),
      follow: inTurn(
        write('Assessment ID', '', 5),
        inTurn(write('Sales contracts', 'Yes', 5), assess),
      ),
      sends: ['E-4'],
      about: ['E-4'],
    },
    ...['did you mean "Yes"? Use Yes or No', 'And 1 more: correct these first'].map((advice) => ({
      advice,
      beside: 'And 1 more',
      occurs: inRow(beginUnassessed, inTurn(writeFiveWrongValues, assess)),
      follow: inTurn(
        edit((rows) => (rows[2] = [...(createHires(['E-2'])[1] ?? [])])),
        assess,
      ),
      sends: about,
      about,
    })),
  ],
  headingsDoNotFit: [
    createSheetAdvice(
      'did you mean "Destination country"?',
      nameDestination('Destnation'),
      {},
      inTurn(nameDestination(country), assess),
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
      inTurn(nameDestination(country), assess),
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
      withParts(addHiddenSecondSheet),
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
      inTurn(
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
          inTurn(nameDestination(country), assess),
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
        inTurn(
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
      inTurn(
        edit((rows) => rows.push(...createHires(allEmployees).slice(1))),
        assess,
      ),
    ),
  ],
  noId: [
    {
      advice: `which is not an ID: clear the cell and ${byAssess}`,
      occurs: inRow(
        beginScored,
        inTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          write('Assessment ID', 'see mail', 5),
          assess,
        ),
        5,
      ),
      follow: inTurn(write('Assessment ID', '', 5), assess),
      sends: ['E-4'],
      about: ['E-4'],
    },
  ],
  unknownScore: [
    {
      advice: `clear the cell and ${byAssess}`,
      occurs: inRow(
        beginScored,
        inTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          write('Payroll tax risk', '9.95', 5),
          assess,
        ),
        5,
      ),
      follow: inTurn(write('Payroll tax risk', '', 5), assess),
      about: ['E-4'],
    },
  ],
  inputsChanged: [
    {
      advice: 'make the same correction here',
      occurs: inRow(beginScored, editAndAssess),
      follow: inTurn(write(country, 'Portugal'), assess),
      about,
    },
    {
      advice: byOnlyThis,
      occurs: inRow(beginScored, editAndAssess),
      follow: reassessOnlyThisRow,
      sends: about,
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      occurs: inRow(beginScored, editAndAssess),
      follow: inTurn(clear, assess),
      sends: about,
      about,
    },
  ],
  assessmentInOtherRow: [
    {
      advice: `its result cells were copied: clear them and ${byAssess}`,
      occurs: inRow(
        beginScored,
        inTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Spain'))),
          write('Row reference', '', 5),
          assess,
        ),
        5,
      ),
      follow: inTurn((workflow) => workflow.clearResults(5), assess),
      sends: about,
      about,
    },
    {
      advice: `If this row replaces row N, delete row N and ${byAssess}`,
      occurs: inRow(
        beginScored,
        inTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Italy'))),
          write(country, 'Spain'),
          assess,
        ),
      ),
      follow: inTurn((workflow) => workflow.deleteRow(5), assess),
      leaves: 'The inputs are not those that assessment',
      about,
    },
  ],
  assessmentUnproven: [
    {
      advice:
        'ask the person who maintains the workflow to use Assess on this workbook with Accept Assessment IDs turned on',
      occurs: inRow(beginScored, removeProof),
      follow: assessWith({ acceptIds: true }),
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      occurs: inRow(beginScored, removeProof),
      follow: inTurn(clear, assess),
      sends: about,
      about,
    },
  ],
  resultsWithoutId: [
    {
      advice: `type its Assessment ID and ${byAssess}`,
      occurs: inRow(
        beginScored,
        inTurn(moveToOtherN8n, write('Assessment ID', ''), write(country, 'Spain'), assess),
      ),
      follow: restoreId,
      leaves: 'The inputs are not those that assessment',
      about,
    },
    {
      advice: `type its Assessment ID and ${byAssess}`,
      occurs: inRow(beginScored, leaveOnlyScores),
      follow: inTurn(restoreId, assessWith({ acceptIds: true })),
      about,
    },
    {
      advice: `clear the result cells of the row and ${byAssess}`,
      occurs: inRow(beginScored, leaveOnlyScores),
      follow: inTurn(clear, assess),
      sends: about,
      about,
    },
  ],
  assessmentOfOtherEmployee: [
    {
      advice: `clear its result cells and ${byAssess}`,
      occurs: inRow(beginScored, inTurn(write('Employee ID', 'E-9'), assess)),
      follow: inTurn(clear, assess),
      sends: ['E-9'],
      about: ['E-2', 'E-9'],
    },
    {
      advice: 'If the Employee ID or the Assessment ID in this row is wrong, correct it',
      occurs: inRow(beginScored, inTurn(write('Employee ID', 'E-9'), assess)),
      follow: inTurn(write('Employee ID', 'E-2'), assess),
      about: ['E-9'],
    },
    {
      advice: 'write it with them, in a cell formatted as text',
      occurs: inRow(beginScored, inTurn(write('Employee ID', 'E-9'), assess)),
      follow: inTurn(write('Employee ID', 'E-2'), assess),
      about: ['E-9'],
    },
  ],
  employeeUnanswered: [
    {
      advice: `If another execution is still running, ${byAssess} when it has ended`,
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), uploadCorrected)),
      follow: assess,
      leaves:
        'An earlier row of this employee, or this row with another Employee ID, was sent and has no answer yet.',
      about,
    },
    {
      advice: `clear only the Assessment status and Assessment message of this row and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off`,
      occurs: inRow(
        beginUnassessed,
        inTurn(loseAnswer(assess, 'status-500-before-commit'), uploadCorrected),
      ),
      follow: inTurn(
        write('Assessment status', ''),
        write('Assessment message', ''),
        assessWithMemoryOff,
      ),
      sends: about,
      about,
    },
    {
      advice: `put these inputs back, ${byAssess} and follow the new message of the row; then correct the row again and follow its message`,
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), uploadCorrected)),
      follow: inTurn(
        write(country, 'Portugal'),
        assess,
        enterId,
        editAndAssess,
        reassessOnlyThisRow,
      ),
      sends: about,
      about,
    },
  ],
  rowsNeverAssessed: [
    {
      advice: 'No row of this workbook has scores yet: the operation Assess gives them.',
      isNextStep: true,
      occurs: inNotes(beginUnassessed, assessAgain),
      follow: assess,
      sends: allEmployees,
      about: allEmployees,
    },
    {
      advice: 'The operation Assess assesses',
      beside: 'never assessed',
      occurs: inNotes(
        beginScored,
        inTurn(
          edit((rows) => rows.push(createHires(['E-4'])[1] ?? [])),
          assessAgain,
        ),
      ),
      follow: assess,
      sends: ['E-4'],
      about: ['E-4'],
    },
  ],
  identicalInRound: [
    {
      advice: 'If they are the same trip or hire, delete all but one of them',
      occurs: inNotes(
        beginUnassessed,
        inTurn(
          edit((rows) => rows.push((rows[2] ?? []).with(5, 'Spain'))),
          assess,
          write(country, 'Portugal', 5),
          assess,
          assessAgain,
        ),
      ),
      follow: inTurn((workflow) => workflow.deleteRow(5), assess),
      about,
    },
  ],
  sameAsRow: [
    {
      advice: 'Delete one of them, and keep the one that has results',
      occurs: inRow(
        beginUnassessed,
        inTurn(
          edit((rows) => rows.push([...(rows[2] ?? [])])),
          assess,
        ),
        5,
      ),
      follow: inTurn((workflow) => workflow.deleteRow(5), assess),
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
      occurs: inError(beginUnassessed, (workflow) =>
        workflow.useFailing('assess', {}, { token: 'wrong' }),
      ),
      follow: assess,
      sends: allEmployees,
      about: allEmployees,
    },
  ],
  assessmentUnknown: [
    {
      advice: 'Check the credential, then execute the workflow again with the same workbook',
      beside: 'does not know assessment',
      occurs: inError(beginScored, async (workflow) => {
        await workflow.edit((rows) => rows.push(createHires(['E-4'])[1] ?? []));
        workflow.moveToOtherN8n();
        return workflow.useFailing('assess', {}, { token: workflow.service.sandbox.tokens[1] });
      }),
      follow: assess,
      sends: ['E-4'],
      about: ['E-4'],
    },
  ],
  tokenRefused: [
    {
      advice: `were not sent: ${byAssess}; rows that are done are not sent again`,
      isNextStep: true,
      occurs: inNotes(beginUnassessed, stopAfterFirstRow('assess')),
      follow: assess,
      sends: ['E-2', 'E-3'],
      about: ['E-2', 'E-3'],
    },
    {
      advice:
        'were not sent: use Assess Again on this workbook with Rows set to These Row Numbers: 3-4',
      isNextStep: true,
      occurs: inNotes(beginScored, stopAfterFirstRow('assessAgain')),
      follow: (workflow) => workflow.use('assessAgain', { rows: 'numbers', rowNumbers: '3-4' }),
      sends: ['E-2', 'E-3'],
      about: ['E-2', 'E-3'],
    },
  ],
  rowsInARowFailed: [
    {
      advice: `2 rows were not sent: ${byAssess}; rows that are done are not sent again`,
      isNextStep: true,
      occurs: inNotes(() => SheetWorkflow.begin(twelveEmployees), failTenRows('assess')),
      follow: assess,
      sends: ['E-20', 'E-21'],
      about: ['E-20', 'E-21'],
    },
    {
      advice:
        '2 rows were not sent: use Assess Again on this workbook with Rows set to These Row Numbers: 12-13',
      isNextStep: true,
      occurs: inNotes(
        () => SheetWorkflow.begin(twelveEmployees),
        inTurn(assess, failTenRows('assessAgain')),
      ),
      follow: (workflow) => workflow.use('assessAgain', { rows: 'numbers', rowNumbers: '12-13' }),
      sends: ['E-20', 'E-21'],
      about: ['E-20', 'E-21'],
    },
  ],
  journalWriteFailed: [
    {
      advice: 'Check that the n8n database works',
      occurs: inNotes(beginUnassessed, async (workflow) => {
        workflow.processedData.error = new Error('SQLITE_FULL');
        workflow.processedData.callsBeforeError = 2;
        await workflow.assess();
        workflow.processedData.error = undefined;
      }),
      follow: assess,
      sends: allEmployees,
      about: allEmployees,
    },
  ],
  cellKept: [
    {
      advice: 'clear the cell to have it written again',
      occurs: inNotes(beginScored, inTurn(write('Assessment ID', 'see mail'), assess)),
      follow: inTurn(write('Assessment ID', ''), assess),
      about,
    },
    {
      advice: 'clear the cell if this is a mistake',
      beside: 'there is no result for it',
      occurs: inNotes(
        beginScored,
        inTurn(write('Seniority', 'Mdi'), write('Overall trip risk', 'about 7'), assess),
      ),
      follow: inTurn(write('Overall trip risk', ''), assess),
      about: [],
    },
    {
      advice: 'move the text to another column and clear the cell',
      beside: 'the reference of the row cannot be written',
      occurs: inNotes(beginScored, inTurn(write('Row reference', 'seen by Ada'), assess)),
      follow: inTurn(addColumn('Note', 'seen by Ada', row), write('Row reference', ''), assess),
      about,
    },
  ],
  rowRefused: [
    {
      advice: `Correct the row and ${byAssess}`,
      occurs: inRow(beginUnassessed, inTurn(write('Employee ID', 'SANDBOX-REJECTED'), assess)),
      follow: inTurn(write('Employee ID', 'E-2'), assess),
      sends: about,
      about: ['E-2', 'SANDBOX-REJECTED'],
    },
    {
      advice: `Correct the row. To send it, ask the person who maintains the workflow to ${byOnlyThis}`,
      beside: 'previous assessment',
      occurs: inRow(beginScored, withFault('rwa_create', 'platform-400', reassessOnlyThisRow)),
      follow: inTurn(write(country, 'Spain'), reassessOnlyThisRow),
      sends: about,
      about,
    },
  ],
  rowNotSent: [
    {
      advice: `To send it, ${byAssess}`,
      beside: 'This row was not sent',
      occurs: inRow(beginUnassessed, withBusyService(assess)),
      follow: assess,
      sends: about,
      about,
    },
    {
      advice: `To send it, ask the person who maintains the workflow to ${byOnlyThis}`,
      beside: 'This row was not sent',
      occurs: async () => {
        const workflow = await beginScored();
        await withBusyService(assessAgain)(workflow);
        // In the workbook, the row stays as it was.
        return [workflow, workflow.output?.rows[1]?.message as string];
      },
      follow: reassessOnlyThisRow,
      sends: about,
      about,
    },
  ],
  rowUnconfirmed: [
    {
      advice: `put its earlier inputs back, ${byEnteringIdOnly}; then correct the row again and follow its message`,
      beside: 'The inputs have changed since',
      occurs: inRow(beginScored, loseAnswer(retryCorrected('assessAgain'))),
      follow: inTurn(
        write(country, 'Portugal'),
        enterIdOnly,
        write(country, 'Spain'),
        assessOnlyThisRow,
        reassessOnlyThisRow,
      ),
      sends: about,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'The inputs have changed since',
      occurs: inRow(
        beginScored,
        loseAnswer(retryCorrected('assessAgain'), 'status-500-before-commit'),
      ),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: byEnteringId,
      occurs: inRow(beginUnassessed, loseAnswer(assess)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      occurs: inRow(beginUnassessed, loseAnswer(assess, 'status-500-before-commit')),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: ['Sent 20', lookForNewer],
      occurs: inRow(beginScored, loseAnswer(assessAgain)),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byOnlyThisWithOff,
      beside: ['Sent 20', lookForNewer],
      occurs: inRow(beginScored, loseAnswer(assessAgain, 'status-500-before-commit')),
      follow: assessOnlyWithOff,
      sends: about,
      about,
    },
    {
      advice: 'Use the workbook that the workflow returned when it sent this row',
      beside: 'sent before, and',
      occurs: inRow(beginUnassessed, inTurn(assess, uploadAgain)),
      follow: useEarlierOutput(assess),
      about: allEmployees,
    },
    {
      advice: `If it is lost, look in the service for an assessment of this employee with these dates, ${byEnteringId}`,
      beside: 'its assessment exists',
      occurs: inRow(beginUnassessed, inTurn(assess, uploadAgain)),
      follow: enterId,
      about,
    },
    {
      advice: `If it is lost, look in the service for a newer assessment of this employee with these dates, ${byEnteringIdOnly}`,
      beside: 'its assessment exists',
      occurs: inRow(beginScored, thenReassessSameFile(assessAgain)),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byEnteringId,
      beside: 'If there is none, wait a minute, then look in the service for an assessment',
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), uploadAgain)),
      follow: enterId,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: 'If there is none, wait a minute, then look in the service for a newer assessment',
      occurs: inRow(beginScored, thenReassessSameFile(loseAnswer(assessAgain))),
      follow: enterIdOnly,
      about,
    },
    {
      advice: byOnlyThisWithOff,
      beside: 'If there is none, wait a minute, then look in the service for a newer assessment',
      occurs: inRow(
        beginScored,
        thenReassessSameFile(loseAnswer(assessAgain, 'status-500-before-commit')),
      ),
      follow: assessOnlyWithOff,
      sends: about,
      about,
    },
    {
      advice: byEnteringId,
      beside: 'The service returned it for this row',
      occurs: inRow(beginUnassessed, inTurn(assessElsewhere, assessWithIdOfOther)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'The service returned it for this row',
      occurs: inRow(beginUnassessed, assessWithIdOfOther),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: bySendingAgain,
      beside: 'This row was or may have been sent before',
      occurs: inRow(
        beginUnassessed,
        inTurn(loseAnswer(assess, 'status-500-before-commit'), uploadAgain),
      ),
      follow: sendAgain,
      sends: about,
      about,
    },
  ],
  rowOnlyInSheet: [
    {
      advice: byEnteringId,
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), moveToOtherN8n, assess)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      occurs: inRow(
        beginUnassessed,
        inTurn(loseAnswer(assess, 'status-500-before-commit'), moveToOtherN8n, assess),
      ),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: byOnlyThisWithOff,
      beside: ['According to this workbook', lookForNewer],
      occurs: inRow(
        beginScored,
        inTurn(loseAnswer(assessAgain, 'status-500-before-commit'), moveToOtherN8n, assess),
      ),
      follow: assessOnlyWithOff,
      sends: about,
      about,
    },
    {
      advice: byEnteringIdOnly,
      beside: ['According to this workbook', lookForNewer],
      occurs: inRow(beginScored, inTurn(loseAnswer(assessAgain), moveToOtherN8n, assess)),
      follow: enterIdOnly,
      about,
    },
    {
      advice:
        'Correct the row first: N, Sales contracts "Ja": unsupported value; did you mean "Yes"? Use Yes or No',
      beside: 'no answer was received',
      occurs: inRow(beginScored, assessWrongInOtherN8n('status-500-before-commit')),
      follow: inTurn(write('Sales contracts', 'Yes'), assess),
      leaves: 'According to this workbook, the row was sent, but no answer was received.',
      about,
    },
    {
      advice: byEnteringId,
      beside: ['Correct the row first', 'no answer was received'],
      occurs: inRow(beginScored, assessWrongInOtherN8n('status-500-after-commit')),
      follow: inTurn(write('Sales contracts', 'No'), enterId),
      about,
    },
    {
      advice: bySendingAgain,
      beside: ['Correct the row first', 'no answer was received'],
      occurs: inRow(beginScored, assessWrongInOtherN8n('status-500-before-commit')),
      follow: inTurn(write('Sales contracts', 'Yes'), sendAgain),
      sends: about,
      about,
    },
  ],
  rowWithoutItsId: [
    {
      advice: `enter it in this row and ${byAssess}`,
      occurs: inRow(beginScored, inTurn(moveToOtherN8n, write('Assessment ID', ''), assess)),
      follow: restoreId,
      about,
    },
    {
      advice:
        'clear its result cells and ask the person who maintains the workflow to use Assess on this workbook, and no other, with Rows set to These Row Numbers and only the number of this row, and with Remember Across Executions set to Off',
      occurs: inRow(beginScored, inTurn(moveToOtherN8n, write('Assessment ID', ''), assess)),
      follow: sendAgain,
      sends: about,
      about,
    },
  ],
  resultPending: [
    {
      advice: `To get it later, ${byAssess}`,
      occurs: inRow(beginUnassessed, (workflow) =>
        workflow.whilePending(() => workflow.assess({ options: { maximumWaitSeconds: 0 } })),
      ),
      follow: assess,
      about: [],
    },
    {
      advice: `To get it later, ask the person who maintains the workflow to ${byOnlyThis}`,
      beside: 'The result is not ready yet.',
      occurs: inRow(beginPartlyScored, reassessWhilePending),
      follow: reassessOnlyThisRow,
      about: [],
    },
    {
      advice:
        'The scores of 1 row are not ready yet: use Assess Again on this workbook with Rows set to These Row Numbers: 3',
      isNextStep: true,
      occurs: inNotes(beginPartlyScored, reassessWhilePending),
      follow: reassessOnlyThisRow,
      about: [],
    },
  ],
  resultNotRead: [
    {
      advice: `To get the result, ask the person who maintains the workflow to ${byOnlyThis}`,
      beside: 'Reading the result failed',
      occurs: inRow(beginPartlyScored, reassessWithoutResults),
      follow: reassessOnlyThisRow,
      about: [],
    },
    {
      advice: byEnteringId,
      beside: ['Reading the result failed', 'belongs to another employee'],
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), enterIdOfOther)),
      follow: enterId,
      about,
    },
    {
      advice: bySendingAgain,
      beside: ['Reading the result failed', 'belongs to another employee'],
      occurs: inRow(
        beginUnassessed,
        inTurn(loseAnswer(assess, 'status-500-before-commit'), enterIdOfOther),
      ),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: `To get the result, ${byAssess}`,
      beside: 'Reading the result failed',
      occurs: inRow(beginUnassessed, runWithoutResults),
      follow: assess,
      about: [],
    },
    {
      advice: `If the Assessment ID is wrong, look in the service for the right assessment. If there is one, ${byEnteringId}`,
      beside: 'Reading the result failed',
      occurs: inRow(beginUnassessed, inTurn(loseAnswer(assess), enterNoSuchId)),
      follow: enterId,
      about,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      occurs: inRow(
        beginUnassessed,
        inTurn(loseAnswer(assess, 'status-500-before-commit'), enterNoSuchId),
      ),
      follow: sendAgain,
      sends: about,
      about,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      occurs: inRow(beginUnassessed, loseAllAssessments),
      follow: inTurn(...[2, 3, 4].map(sendAgainOnly)),
      sends: allEmployees,
      about: allEmployees,
    },
    {
      advice: `If there is none, ${bySendingAgain}`,
      beside: ['Reading the result failed', 'If the Assessment ID is wrong'],
      occurs: inRow(beginUnassessed, inTurn(loseAllAssessments, restart)),
      follow: inTurn(...[2, 3, 4].map(sendAgainOnly)),
      sends: allEmployees,
      about: allEmployees,
    },
  ],
  assessmentNeverShown: [
    {
      advice: `If this row is the same trip or hire and its earlier inputs are right, put them back and ${byAssess}`,
      occurs: inRow(beginUnassessed, retryCorrected('assess')),
      follow: inTurn(write(country, 'Portugal'), assess),
      about,
    },
    {
      advice: `If the row is to be assessed as it is now, ${byAssess}`,
      occurs: inRow(beginUnassessed, retryCorrected('assess')),
      follow: assess,
      sends: about,
      about,
    },
  ],
  rowBlockedByIdenticalRow: [
    {
      advice: `Follow the message in row N, then ${byAssess}`,
      occurs: inRow(beginUnassessed, retryWithTwoCorrections, 5),
      follow: inTurn(write(country, 'Portugal'), assess, assess),
      sends: about,
      about,
    },
  ],
  resultsNotRead: [
    {
      advice:
        'Use Assess Again on the returned workbook with Rows set to These Row Numbers and only the number of this row',
      beside: 'could not be read',
      occurs: inNotes(beginPartlyScored, reassessWithoutResults),
      follow: reassessOnlyThisRow,
      about: [],
    },
    {
      advice: 'If an Assessment ID is wrong, follow the message in its row',
      occurs: inNotes(beginUnassessed, inTurn(loseAnswer(assess), enterNoSuchId)),
      follow: enterId,
      about,
    },
    {
      advice: 'Use Assess on the returned workbook',
      beside: 'could not be read',
      occurs: inNotes(beginUnassessed, runWithoutResults),
      follow: assess,
      about: [],
    },
  ],
  resultsInJournal: [
    {
      advice:
        'Enter the Assessment IDs from the service in its rows, in a column with the heading Assessment ID, before you use Assess on it',
      beside: 'exists in the service, but is not in the workbook',
      occurs: inNotes(beginUnassessed, assessWithDamagedOutput),
      follow: inTurn(enterAllIds, assess),
      about: allEmployees,
    },
    {
      advice:
        'Enter the Assessment IDs from the service in its rows, in a column with the heading Assessment ID, before you use Assess on it',
      beside: 'exists in the service, but is not in the workbook',
      occurs: inNotes(beginUnassessed, assessWithDamagedOutput),
      follow: inTurn(moveToOtherN8n, enterAllIds, assess),
      // Another n8n asks about IDs without a proof.
      leaves: 'with Accept Assessment IDs turned on',
      about: allEmployees,
    },
  ],
};

/** Messages whose advice is in another message. */
export const repeatsOtherAdvice: Partial<Record<Code, string>> = {
  cellNumberFormatted: 'describes the cell; the advice beside it is typeIdAsText',
  cellOnlyInExcel: 'describes the cell; the advice beside it is convertToText',
  cellsKept: 'is cellKept for several cells',
};

/** Words of the variants that these tests cannot cause. */
export const unreachedVariants: readonly string[] = [
  // The intake reads inputs with the same validation as the client, so the client refuses none of them.
  'This row was not sent. Correct it',
  // An entered ID of another employee leads to resultNotRead, never to an unconfirmed row.
  'Until then, it is not sent again',
  // Only the variant with a day has an entry. The day is missing if neither the journal nor the cells of
  // the row contain it.
  'was created for this employee',
];

/** Messages that these tests cannot cause. */
export const notReached: Partial<Record<Code, string>> = {
  mappedToResults:
    'needs a journal with the columns for results, which only a run that replaces its sheet records',
  aboutFile:
    'needs another program that saves the workbook again: test/sheets reads workbooks with each problem',
};

/** Assesses only the row of the messages, so that a round skips the others. */
async function beginPartlyScored(): Promise<SheetWorkflow> {
  const workflow = await SheetWorkflow.begin();
  await workflow.assess({ rows: 'numbers', rowNumbers: `${row}` });
  return workflow;
}

function reassessWhilePending(workflow: SheetWorkflow): Promise<void> {
  return workflow.whilePending(() =>
    workflow.use('assessAgain', { options: { maximumWaitSeconds: 0 } }),
  );
}

function reassessWithoutResults(workflow: SheetWorkflow): Promise<void> {
  return runWithoutResults(workflow, 'assessAgain');
}

/** Executes while the service is available, but no result can be read. */
async function runWithoutResults(workflow: SheetWorkflow, operation = 'assess'): Promise<void> {
  let retrievals = 0;
  // The first retrieval checks that the service is available.
  workflow.answer = (path) =>
    path.endsWith('rwa_retrieve') && ++retrievals > 1 ? '<html>' : undefined;
  await workflow.use(operation, { options: { maximumWaitSeconds: 0 } });
  workflow.answer = () => undefined;
}

/** Executes so that the workbook with results is damaged while it is written. */
async function assessWithDamagedOutput(workflow: SheetWorkflow): Promise<void> {
  const damaged = vi.spyOn(MemorySink.prototype, 'bytes').mockReturnValueOnce(Buffer.from('PK'));
  await workflow.assess();
  damaged.mockRestore();
}

async function enterAllIds(workflow: SheetWorkflow): Promise<void> {
  const ids = new Map<string | undefined, string>();
  for (const employee of allEmployees) ids.set(employee, await workflow.lookUp(employee));
  await workflow.edit((rows) => {
    for (const cells of rows) cells.push(ids.get(cells[0]) ?? 'Assessment ID');
  });
}

function assessNothing(): Promise<void> {
  return Promise.resolve();
}

/** Adds a column with this text in all rows, or in one. */
function addColumn(heading: string, text: string, onlyRow?: number): Work {
  return edit((rows) => {
    for (const [index, each] of rows.entries()) {
      const inRow = onlyRow === undefined || index === onlyRow - 1 ? text : '';
      each.push(index === 0 ? heading : inRow);
    }
  });
}

function withParts(
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
  const named = replaceInPart(
    parts,
    'xl/workbook.xml',
    '</sheets>',
    '<sheet name="Trips" sheetId="8" r:id="s2"/></sheets>',
  );
  const rels = 'xl/_rels/workbook.xml.rels';
  const [link = ''] = /<Relationship [^>]*sheet1[.]xml"[^>]*>/.exec(String(named[rels])) ?? [];
  const other = link.replace('"s1"', '"s2"').replace('sheet1', 'sheet2');
  const [, first = ''] = /^([^]*?<\/row>)/.exec(String(parts['xl/worksheets/sheet1.xml'])) ?? [];
  const [, person = ''] =
    /<\/row>(<row>[^]*?<\/row>)/.exec(String(parts['xl/worksheets/sheet1.xml'])) ?? [];
  return {
    ...replaceInPart(named, rels, link, `${link}${other}`),
    'xl/worksheets/sheet2.xml': `${first}${person.replace('E-1', 'E-9')}</sheetData></worksheet>`,
  };
}

function addHiddenSecondSheet(parts: Record<string, string | Buffer>) {
  const both = addSecondSheet(replaceInPart(parts, 'xl/worksheets/sheet1.xml', country, 'Goal'));
  const [sheet, heading] = ['xl/worksheets/sheet2.xml', 'Goal'];
  const named = replaceInPart(
    both,
    'xl/workbook.xml',
    '<sheet name="Trips"',
    '<sheet state="hidden" name="Trips"',
  );
  return replaceInPart(named, sheet, heading, country);
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

/** Does the work, then uses the same workbook again in a process that has only the keys of rows. */
function thenReassessSameFile(work: Work): Work {
  return async (workflow) => {
    const { file } = workflow;
    await work(workflow);
    workflow.file = file;
    workflow.staticData = {};
    workflow.workflowId = 'after a restart';
    await assessAgain(workflow);
  };
}

/** Works with the workbook that the first execution returned. */
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

/** Executes with an answer that has the ID of another employee's assessment. */
async function assessWithIdOfOther(workflow: SheetWorkflow): Promise<void> {
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

/** Reassesses without an answer, then assesses the row with a wrong cell in another n8n. */
function assessWrongInOtherN8n(fault: string): Work {
  return inTurn(
    loseAnswer(assessAgain, fault),
    moveToOtherN8n,
    write('Sales contracts', 'Ja'),
    assess,
  );
}

async function enterIdOfOther(workflow: SheetWorkflow): Promise<void> {
  const other = { workflowId: 'another workflow' };
  const { rows } = await runSheet(workflow.service, createWorkbook(createHires(['E-9'])), other);
  await workflow.write(row, 'Assessment ID', rows[0]?.assessmentId);
  await workflow.assess();
}

/** Executes with a token that is refused after the first row. */
function stopAfterFirstRow(operation: string): Work {
  return async (workflow) => {
    let creations = 0;
    const refused = JSON.stringify({ status: 'error', success: false, message: 'Invalid Auth' });
    workflow.answer = (path) =>
      path.endsWith('rwa_create') && ++creations > 1 ? refused : undefined;
    await workflow.use(operation, { options: { rowsAtOnce: 1 } });
    workflow.answer = () => undefined;
  };
}
