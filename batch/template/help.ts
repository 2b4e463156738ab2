import type { Workbook } from 'exceljs';
import type { TemplateField } from './field.js';
import { styleHeadings } from './headings.js';
import type { TemplateWords } from './words.js';

export function addHelpSheet(
  workbook: Workbook,
  fields: readonly TemplateField[],
  words: TemplateWords,
): void {
  const { helpSheet, helpHeadings } = words;
  const sheet = workbook.addWorksheet(helpSheet, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    { header: helpHeadings.column, width: 28 },
    { header: helpHeadings.field, width: 24 },
    { header: helpHeadings.required, width: 26 },
    { header: helpHeadings.values, width: 40 },
    { header: helpHeadings.explanation, width: 70 },
  ];
  for (const field of fields) {
    const { label, name, requiredWhen, help } = field;
    sheet.addRow([label, name, requiredWhen, describeAllowedValues(field, words), help]).alignment =
      {
        vertical: 'top',
        wrapText: true,
      };
  }
  styleHeadings(sheet.getRow(1));
}

/** The drop-down has all values. */
const MAX_VALUES_IN_HELP = 12;

function describeAllowedValues(
  { kind, values, suggestions }: TemplateField,
  { kinds, forExample, moreInDropDown }: TemplateWords,
): string {
  const list = values ?? suggestions;
  if (list) {
    const first = list.slice(0, MAX_VALUES_IN_HELP).join(', ');
    const shown = list.length > MAX_VALUES_IN_HELP ? moreInDropDown(first) : first;
    return values ? shown : forExample(shown);
  }
  return kinds[kind];
}
