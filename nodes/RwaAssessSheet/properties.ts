import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { assessmentFields } from '../../src/assessmentFields.js';
import { toTitleCase } from '../shared/properties.js';
import { type Remembering, createRememberProperty } from '../shared/remember.js';
import { createServiceProperty } from '../shared/serviceMemory.js';
import { columnProperties } from './columnMapper.js';

/**
 * The default of *Remember Across Executions*. The other nodes with this parameter remember for a
 * day; docs/decisions/0002-memory-of-assess-sheet.md has the reason for this exception.
 */
export const rememberedByDefault: Remembering = 'forever';

export type SheetNodeOperation = 'assess' | 'assessAgain' | 'check';

const fields: INodePropertyOptions[] = Object.entries(assessmentFields)
  .map(([value, { label }]) => ({ name: toTitleCase(label), value }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

export const acceptIdsLabel = 'Accept Assessment IDs';

const showFor = (...operations: readonly SheetNodeOperation[]) => ({
  show: { '/operation': [...operations] },
});
const whenSending = showFor('assess', 'assessAgain');

const options: INodeProperties[] = [
  {
    displayName: acceptIdsLabel,
    name: 'acceptIds',
    type: 'boolean',
    default: false,
    description:
      'Whether to accept Assessment IDs that nothing proves to belong to their rows, such as those in a list from another program. Their results are retrieved, and nothing is sent for them.',
  },
  {
    displayName: 'Accept Suggestions',
    name: 'acceptSuggestions',
    type: 'boolean',
    default: false,
    description:
      'Whether to accept suggested values, such as Yes for Ja, or United Kingdom for UK. The cells of the workbook stay as they are.',
  },
  {
    displayName: 'Date Order',
    name: 'dateOrder',
    type: 'options',
    options: [
      { name: 'Day First', value: 'dmy', description: '03/11/2026 is the 3rd of November' },
      { name: 'Month First', value: 'mdy', description: '03/11/2026 is the 11th of March' },
    ],
    default: 'dmy',
    description:
      'How dates that are text are read. Without this option, a date that can be read both ways is a problem of its row. Cells that Excel shows as dates need no order.',
  },
  {
    displayName: 'Heading Row',
    name: 'headingRow',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, numberPrecision: 0 },
    description: 'The row with the headings. Without this option, it is found.',
  },
  {
    displayName: 'Maximum Rows',
    name: 'maximumRows',
    type: 'number',
    default: 10_000,
    typeOptions: { minValue: 1, numberPrecision: 0 },
    description: 'A worksheet with more rows fails the item before anything is sent',
  },
  {
    displayName: 'Maximum Size (MB)',
    name: 'maximumSizeMb',
    type: 'number',
    default: 20,
    typeOptions: { minValue: 1 },
    description: 'A larger workbook fails the item before it is read',
  },
  {
    displayName: 'Maximum Time (Seconds)',
    name: 'maximumTimeSeconds',
    type: 'number',
    default: 240,
    typeOptions: { minValue: 1 },
    displayOptions: whenSending,
    description:
      'After this time, no more rows are sent, and the node returns the workbook with the results so far. Without this option, there is no limit, and a workbook that takes longer than the timeout of the workflow is not returned.',
  },
  {
    displayName: 'Maximum Wait (Seconds)',
    name: 'maximumWaitSeconds',
    type: 'number',
    default: 600,
    typeOptions: { minValue: 0 },
    displayOptions: whenSending,
    description:
      'How long to wait for each result. Rows that are not ready by then are Pending; another execution with the scored workbook retrieves their scores.',
  },
  {
    displayName: 'Poll Interval (Seconds)',
    name: 'pollIntervalSeconds',
    type: 'number',
    default: 2,
    typeOptions: { minValue: 0.05 },
    displayOptions: whenSending,
    description: 'Time between two checks for a result. It grows if the result takes long.',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'outputField',
    type: 'string',
    default: 'data',
    placeholder: 'e.g. data',
    hint: 'The name of the output binary field to put the file in',
    description: 'Without this option, the workbook replaces the input workbook',
  },
  {
    displayName: 'Rows at Once',
    name: 'rowsAtOnce',
    type: 'number',
    default: 5,
    typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
    displayOptions: whenSending,
    description: 'How many rows to send at the same time',
  },
  createServiceProperty('row'),
  {
    displayName: 'Skip Hidden Rows',
    name: 'skipHiddenRows',
    type: 'boolean',
    default: false,
    description: 'Whether to leave out rows that a filter, a group or a person has hidden',
  },
  {
    displayName: 'Timeout (Seconds)',
    name: 'timeoutSeconds',
    type: 'number',
    default: 60,
    typeOptions: { minValue: 1 },
    displayOptions: whenSending,
    description: 'How long to wait for the answer to each request',
  },
  {
    displayName: 'Values for All Rows',
    name: 'values',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add value',
    default: {},
    description: 'Fields that have one value in every row; a column of that field is not read',
    options: [
      {
        displayName: 'Value',
        name: 'value',
        values: [
          {
            displayName: 'Field',
            name: 'field',
            type: 'options',
            options: fields,
            default: 'employeeId',
          },
          {
            displayName: 'Value',
            name: 'value',
            type: 'string',
            default: '',
            placeholder: 'e.g. Hire From Anywhere',
          },
        ],
      },
    ],
  },
  {
    displayName: 'Worksheet',
    name: 'worksheet',
    type: 'string',
    default: '',
    placeholder: 'e.g. Hires Q4',
    description:
      'The name of the worksheet. Without this option, it is the first one that has the headings.',
  },
];

export const rowSelection = {
  label: 'Rows',
  numbers: 'These Row Numbers',
  rowNumbers: 'Row Numbers',
  olderThan: 'Older Than (Days)',
} as const;

const byNumbers: INodePropertyOptions = {
  name: rowSelection.numbers,
  value: 'numbers',
  description: 'Only the rows with these numbers',
};

const rowProperties: INodeProperties[] = [
  {
    displayName: rowSelection.label,
    name: 'rows',
    type: 'options',
    options: [
      {
        name: 'All Rows without an Assessment',
        value: 'all',
        description: 'Every row that was not sent',
      },
      byNumbers,
    ],
    default: 'all',
    displayOptions: { show: { operation: ['assess'] } },
    description: 'Which rows to send. The results of the others are retrieved if they exist.',
  },
  {
    displayName: rowSelection.label,
    name: 'rows',
    type: 'options',
    options: [
      {
        name: 'All Scored Rows',
        value: 'all',
        description: 'Every row that has scores',
      },
      byNumbers,
      {
        name: 'Those Older Than',
        value: 'older',
        description: 'Only rows whose assessment is older than some days',
      },
      {
        name: 'Those with Changed Inputs',
        value: 'changed',
        description: 'Only rows that were edited since their assessment',
      },
    ],
    default: 'all',
    displayOptions: { show: { operation: ['assessAgain'] } },
    description: 'Which rows to send. The others keep their scores.',
  },
  {
    displayName: rowSelection.rowNumbers,
    name: 'rowNumbers',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. 14, 20-31',
    displayOptions: { show: { operation: ['assess', 'assessAgain'], rows: ['numbers'] } },
    description: 'The row numbers that Excel shows in the incoming workbook',
  },
  {
    displayName: rowSelection.olderThan,
    name: 'olderThanDays',
    type: 'number',
    default: 90,
    required: true,
    typeOptions: { minValue: 1 },
    displayOptions: { show: { operation: ['assessAgain'], rows: ['older'] } },
    description: 'Rows with a newer assessment are not sent',
  },
];

export function findSheetOption(name: string): INodeProperties | undefined {
  return options.find((option) => option.name === name);
}

export const properties: INodeProperties[] = [
  {
    displayName:
      'Assess and Assess Again create real assessments, also in test executions. Try a workbook with Check first: it sends nothing.',
    name: 'createsNotice',
    type: 'notice',
    default: '',
    displayOptions: { show: { operation: ['assess', 'assessAgain'] } },
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Assess',
        value: 'assess',
        description:
          'Assess every row that has no assessment yet, and write the scores into the workbook',
        action: 'Assess a sheet',
      },
      {
        name: 'Assess Again',
        value: 'assessAgain',
        description:
          'Assess rows again that have scores, and write the new scores with the previous overall risk and the change',
        action: 'Assess a sheet again',
      },
      {
        name: 'Check',
        value: 'check',
        description: 'Find every problem of the rows, and send nothing',
        action: 'Check a sheet',
      },
    ],
    default: 'assess',
  },
  ...rowProperties,
  {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    placeholder: 'e.g. data',
    hint: 'The name of the input binary field containing the workbook (.xlsx or .xlsm)',
  },
  ...columnProperties,
  {
    ...createRememberProperty(
      rememberedByDefault,
      'all inputs of its row',
      'The default is For Ever: with For a Day, every row would be sent again if a workbook without results is used again later, for example every month.',
    ),
    displayOptions: { show: { operation: ['assess', 'assessAgain'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options,
  },
];
