import { expect, test } from 'vitest';
import { SheetError } from '../../sheets/sheet.js';
import { UsageError } from '../../batch/engine/errors.js';
import type { Message } from '../../batch/engine/message.js';
import { remarks } from '../../nodes/RwaAssessSheet/words/values.js';
import { errorText, wording } from '../../nodes/RwaAssessSheet/words/wording.js';
import { messageExamples } from './assessSheetExamples.js';

const examples = Object.entries(messageExamples).map(
  ([code, all]) => [code, all.map((each) => wording({ code, ...each } as Message))] as const,
);

// `npx vitest run FILE --update` writes the snapshot again.
test('the node words each message of the engine as in assessSheetWords.txt', async () => {
  const shown = examples.map(
    ([code, texts]) => `${code}\n${texts.map((text) => `  ${text}`).join('\n\n')}\n`,
  );
  await expect(shown.join('\n')).toMatchFileSnapshot('assessSheetWords.txt');
});

test.each(examples)('%s names no command, option of a command or journal', (_code, texts) => {
  for (const text of texts) expect(text).not.toMatch(/\brwa\b|--\w|journal|resolve/i);
});

test('a remark has the suggestion for its cell, and names no option of a command', () => {
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

test('a message without words in the node is an error that contains its code', () => {
  expect(() => wording({ code: 'lockLost', lock: 'hires.lock' })).toThrow(
    'There are no words for lockLost.',
  );
});

test('an error of the engine has a line for each message, and another error keeps its text', () => {
  const error = new UsageError({ code: 'allSheetsHidden' }, { code: 'nothingSent' });
  expect(errorText(error)).toBe(
    'All sheets of the file are hidden. Choose one with the option Worksheet.\nNothing was sent.',
  );
  expect(errorText(new SheetError({ code: 'other', text: 'The file is not a workbook.' }))).toBe(
    'The file is not a workbook.',
  );
});
