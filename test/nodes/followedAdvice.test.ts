import { expect, test } from 'vitest';
import type { Message, Messages } from '../../batch/engine/message.js';
import type { Omitted } from '../../nodes/RwaAssessSheet/words/omitted.js';
import { wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import { messageExamples } from './assessSheetExamples.js';
import { SheetWorkflow } from './sheetWorkflow.js';

type Code = Exclude<keyof Messages, Omitted>;

/** How to get a message, and how to follow it to the letter. */
interface Line {
  /** The advice, word for word, as far as it is the same in every such message. */
  readonly says: string;
  /** Makes the message appear, and returns where it is shown. */
  readonly occurs: () => Promise<readonly [workflow: SheetWorkflow, shown: string]>;
  readonly follow: (workflow: SheetWorkflow) => Promise<void>;
  /** The employees who are sent by that; by default nobody. */
  readonly sends?: readonly string[];
}

/** The row that messages are about. Those above and below it have scores. */
const row = 3;
const offers = { rememberAcrossExecutions: 'off' };
const country = 'Destination country';

/** A workflow, and what a row says in its workbook. */
const inRow = async (workflow: SheetWorkflow, number = row) =>
  [workflow, await workflow.message(number)] as const;

const enterId = async (workflow: SheetWorkflow) => {
  await workflow.clearResults(row);
  await workflow.write(row, 'Assessment ID', await workflow.lookUp('E-2'));
  await workflow.assess();
};
const sendAgain = async (workflow: SheetWorkflow) => {
  await workflow.clearResults(row);
  await workflow.assess(offers);
};
const sendAgainInRound = async (workflow: SheetWorkflow) => {
  await workflow.write(row, 'Assessment status', '');
  await workflow.assessOnly(row, offers);
};

/** E-2 was sent by this operation, and its answer is lost. */
const unanswered = (operation: string, fault?: string) => async () => {
  const workflow =
    operation === 'assess' ? await SheetWorkflow.begin() : await SheetWorkflow.scored();
  await workflow.loseAnswerFor('E-2', fault);
  await workflow.use(operation);
  await workflow.endFaults();
  return inRow(workflow);
};
const elsewhere = (occurs: Line['occurs']) => async () => {
  const [workflow] = await occurs();
  workflow.moveToOtherN8n();
  await workflow.assess();
  return inRow(workflow);
};
const edited = async () => {
  const workflow = await SheetWorkflow.scored();
  await workflow.write(row, country, 'Spain');
  await workflow.assess();
  return inRow(workflow);
};
const enterIdOf =
  'clear the result cells of this row, enter its Assessment ID and have this workbook assessed with the operation Assess';
const sendAgainBy =
  'clear the result cells of this row and ask whoever maintains the workflow to use Assess on this workbook, and no other, with Remember Across Executions set to Off';
const onlyThisBy =
  'use Assess Again on this workbook with Rows set to These Row Numbers and only the number of this row';

const lines: Partial<Record<Code, readonly Line[]>> = {
  inputsChanged: [
    {
      says: onlyThisBy,
      occurs: edited,
      follow: (workflow) => workflow.assessOnly(row),
      sends: ['E-2'],
    },
    {
      says: 'clear the result cells of the row and have this workbook assessed with the operation Assess',
      occurs: edited,
      follow: async (workflow) => {
        await workflow.clearResults(row);
        await workflow.assess();
      },
      sends: ['E-2'],
    },
  ],
  rowUnconfirmed: [
    { says: enterIdOf, occurs: unanswered('assess'), follow: enterId },
    {
      says: sendAgainBy,
      occurs: unanswered('assess', 'status-500-before-commit'),
      follow: sendAgain,
      sends: ['E-2'],
    },
    { says: enterIdOf, occurs: unanswered('assessAgain'), follow: enterId },
    {
      says: `clear only the Assessment status of this row, and ask whoever maintains the workflow to ${onlyThisBy}, and with Remember Across Executions set to Off`,
      occurs: unanswered('assessAgain', 'status-500-before-commit'),
      follow: sendAgainInRound,
      sends: ['E-2'],
    },
  ],
  rowOnlyInSheet: [
    { says: enterIdOf, occurs: elsewhere(unanswered('assess')), follow: enterId },
    {
      says: sendAgainBy,
      occurs: elsewhere(unanswered('assess', 'status-500-before-commit')),
      follow: sendAgain,
      sends: ['E-2'],
    },
  ],
};

const all = Object.entries(lines).flatMap(([code, some]) =>
  some.map((line) => [code, line] as const),
);

test.each(all)('%s, followed to the letter, sends nobody else', async (code, line) => {
  const { says, occurs, follow, sends = [] } = line;
  const texts = messageExamples[code as Code].map((of) => wording({ code, ...of } as Message));
  expect(texts.some((text) => text.includes(says))).toBe(true);
  const [workflow, shown] = await occurs();
  expect(shown).toContain(says);
  await workflow.mark();
  await follow(workflow);
  expect(await workflow.sentSince()).toEqual({ requests: sends.length, employees: [...sends] });
});
