import type { Prompt, Resource } from '@modelcontextprotocol/sdk/types.js';
import { describeField } from '../../../src/field.js';
import { type Operation, operations } from '../../../src/operations.js';
import { commandAdvice } from '../../report/advice.js';
import { englishReport } from '../../report/english.js';
import { renderReport } from '../../report/renderReport.js';
import { readReport } from '../commands/report.js';
import { findUsableFiles } from '../commands/usableFiles.js';
import { commandLine } from '../output/commandLine.js';
import { CommandError } from '../output/commandError.js';
import type { McpContext } from './context.js';

export const instructions = `This server assesses the compliance risk of remote hires and work trips, for single requests and for whole sheets.
- Sending has effects on people and cannot be undone. First call the plan tool, show its plan to the person, and ask. Only after their yes, call the tool that sends, with the confirmation of the plan.
- The same assessment is never created twice, and no email address is invited twice. If an answer was lost, plan again: you get the result of the first request.
- Unconfirmed means that a request was sent and nobody knows whether it took effect. Say so to the person, and do not try to send it in another way. Until it is resolved, nothing else is sent for the same person or trip.
- Do not guess inputs. Ask the person for what is missing.
- Messages name commands such as rwa resolve hires.xlsx. A person can run them in a terminal; use the tools instead where there is one.`;

const contractUri = 'rwa://contract';
const reportUri = 'rwa://report/';

export function listResources({ folders }: McpContext): Resource[] {
  return [
    {
      uri: contractUri,
      name: 'contract',
      title: 'The operations of the service and their inputs',
      mimeType: 'text/markdown',
    },
    ...folders.list().map((sheet) => ({
      uri: reportUri + encodeURIComponent(sheet),
      name: `report of ${sheet}`,
      title: 'How risky the rows of a sheet are, where, and what changed',
      mimeType: 'text/html',
    })),
  ];
}

export async function readResource(
  uri: string,
  { folders }: McpContext,
): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string }> {
  if (uri === contractUri) return { uri, mimeType: 'text/markdown', text: describeContract() };
  const sheet = uri.startsWith(reportUri) ? decodePart(uri.slice(reportUri.length)) : undefined;
  if (sheet === undefined) throw new CommandError(`There is no resource ${uri}.`);
  const path = folders.find(sheet);
  const data = await readReport(path, findUsableFiles(path, {}), {});
  const text = await renderReport(
    data,
    englishReport,
    commandAdvice(commandLine(['assess', path])),
  );
  return { uri, mimeType: 'text/html', text };
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function describeContract(): string {
  const parts = Object.entries(operations).map(([name, operation]) => {
    const { effect, fields }: Operation = operation;
    const inputs = Object.entries(fields).map(([input, field]) => {
      const when =
        field.required === 'whenItApplies' ? `for ${field.purpose ?? ''}` : field.required;
      return `| ${input} | ${field.label} | ${when} | ${describeField(field)} |`;
    });
    return [
      `## ${name}`,
      effects[effect],
      '',
      '| input | label | required | meaning |',
      '|---|---|---|---|',
      ...inputs,
    ].join('\n');
  });
  return ['# Operations of the service', ...parts].join('\n\n');
}

const effects: Readonly<Record<Operation['effect'], string>> = {
  read: 'Changes nothing.',
  repeatable: 'Repeating it is harmless.',
  once: 'Each request has an effect, so it must not be sent twice.',
};

export const prompts: readonly Prompt[] = [
  {
    name: 'quarterly_round',
    title: 'Quarterly round',
    description: 'Assesses all rows of a sheet again, and reports what changed.',
    arguments: [
      { name: 'sheet', description: 'The sheet, such as hires.xlsx', required: true },
      { name: 'round', description: 'The name of the round, such as 2026-Q4', required: true },
    ],
  },
];

export function createPromptText(name: string, { sheet = '', round = '' }: Record<string, string>) {
  if (name !== 'quarterly_round' || sheet === '' || round === '') {
    throw new CommandError('The prompt quarterly_round needs a sheet and the name of a round.');
  }
  return `Assess all people in the sheet ${sheet} again, as the round "${round}".
1. Call check_sheet. Report the problems to me, and wait until I have corrected them or want to go on.
2. Call sheet_status. If rows are unconfirmed, tell me which, and wait.
3. Call plan_sheet with the operation reassess and the round "${round}". Show me the plan and its costs in rows, and wait for my yes.
4. Call run_sheet with the confirmation of the plan. While the run is active, call sheet_status once in a while.
5. Call sheet_results. Tell me whose overall risk rose or fell by one point or more, who has the highest risks, and which rows need a person.
Send nothing that I have not confirmed.`;
}
