import { expect, test } from 'vitest';
import { SheetError } from '../../sheets/sheet.js';
import { UsageError } from '../../batch/engine/errors.js';
import type { Message } from '../../batch/engine/message.js';
import { remarks } from '../../nodes/RwaAssessSheet/words/values.js';
import { formatError, wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import { messageExamples } from './assessSheetExamples.js';

const examples = Object.entries(messageExamples).map(
  ([code, all]) => [code, all.map((each) => wording({ code, ...each } as Message))] as const,
);

// `npx vitest run FILE --update` writes the snapshot again.
test('assessSheetWords.txt contains the words of the node for each message of the engine', async () => {
  const texts = examples.map(
    ([code, variants]) => `${code}\n${variants.map((text) => `  ${text}`).join('\n\n')}\n`,
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('assessSheetWords.txt');
});

test.each(examples)(
  'the message %s mentions no command, command option or journal',
  (_code, texts) => {
    for (const text of texts) expect(text).not.toMatch(/\brwa\b|--\w|journal|resolve/i);
  },
);

test('a remark contains the suggested value of its cell, and mentions no command option', () => {
  const remark = {
    row: 3,
    column: 'K',
    field: 'salesContracts',
    label: 'Sales contracts',
    value: 'Ja',
    message: { code: 'unsupportedValue' },
    remedy: { code: 'useOneOf', values: ['Yes', 'No'] },
    suggestion: 'Yes',
  } as const;
  expect(remarks.remarkText(remark)).toBe(
    'K3, Sales contracts "Ja": unsupported value; did you mean "Yes"? Use Yes or No.',
  );
});

test('a message without words becomes a sentence with its code', () => {
  expect(wording({ code: 'lockLost', lock: 'hires.lock' })).toBe(
    'This message has no words yet (lockLost). Please report it.',
  );
});

test('the text of an engine error has a line for each message, and another error keeps its text', () => {
  const error = new UsageError({ code: 'allSheetsHidden' }, { code: 'nothingSent' });
  expect(formatError(error)).toBe(
    'All sheets of the file are hidden. Choose one with the option Worksheet.\nNothing was sent.',
  );
  expect(formatError(new SheetError({ code: 'other', text: 'The file is not a workbook.' }))).toBe(
    'The file is not a workbook.',
  );
});
