import type { Workbook } from 'exceljs';
import type { TemplateField } from './field.js';
import { styleHeadings } from './headings.js';

export const HELP_SHEET = 'Help';

export function addHelpSheet(workbook: Workbook, fields: readonly TemplateField[]): void {
  const sheet = workbook.addWorksheet(HELP_SHEET, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    { header: 'Column', width: 28 },
    { header: 'Field name', width: 24 },
    { header: 'Required', width: 26 },
    { header: 'Allowed values', width: 40 },
    { header: 'Explanation', width: 70 },
  ];
  for (const field of fields) {
    const { label, name, requiredWhen, help } = field;
    sheet.addRow([label, name, requiredWhen, describeAllowedValues(field), help]).alignment = {
      vertical: 'top',
      wrapText: true,
    };
  }
  styleHeadings(sheet.getRow(1));
}

/** The most values to list; the drop-down also has the others. */
const MAX_VALUES_IN_HELP = 12;

function describeAllowedValues({ kind, values, suggestions }: TemplateField): string {
  const list = values ?? suggestions;
  if (list) {
    const shown = list.slice(0, MAX_VALUES_IN_HELP).join(', ');
    const more = list.length > MAX_VALUES_IN_HELP ? ' and more in the drop-down' : '';
    return values ? `${shown}${more}` : `for example ${shown}${more}`;
  }
  return { text: 'text', choice: 'text', integer: 'a whole number', date: 'a date' }[kind];
}
