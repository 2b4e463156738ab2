import type { DataValidation, Worksheet } from 'exceljs';
import type { TemplateField } from './field.js';
import type { TemplateWords } from './words.js';

/** Rules for whole columns make some programs hang. */
const LAST_ROW_WITH_RULES = 1000;

const FIRST_DATE = new Date('1900-01-01T00:00:00Z');

/** `lists` gets the values of drop-downs: a rule may contain at most 255 characters. */
export function addInputRules(
  sheet: Worksheet,
  column: number,
  field: TemplateField,
  lists: Worksheet,
  words: TemplateWords,
): void {
  const rule = createListRule(field, lists, words) ?? createValueRule(field, words);
  if (!rule) return;
  const { letter } = sheet.getColumn(column);
  // exceljs documents rules for a range of cells, but its types lack them.
  const { dataValidations } = sheet as unknown as {
    dataValidations: { add: (range: string, rule: DataValidation) => void };
  };
  dataValidations.add(`${letter}2:${letter}${LAST_ROW_WITH_RULES}`, { allowBlank: true, ...rule });
}

function createListRule(
  { label, values, suggestions }: TemplateField,
  lists: Worksheet,
  words: TemplateWords,
): DataValidation | undefined {
  const list = values ?? suggestions;
  if (!list) return undefined;
  const column = lists.getColumn(lists.columnCount + 1);
  column.values = [label, ...list];
  const range = `Lists!$${column.letter}$2:$${column.letter}$${list.length + 1}`;
  return {
    type: 'list',
    formulae: [range],
    ...(values && createRejection(words.chooseValue(label), words)),
  };
}

function createValueRule(
  { kind, label }: TemplateField,
  words: TemplateWords,
): DataValidation | undefined {
  switch (kind) {
    case 'date':
      return {
        type: 'date',
        operator: 'greaterThanOrEqual',
        formulae: [FIRST_DATE],
        ...createRejection(words.enterDate(label), words),
      };
    case 'integer':
      return {
        type: 'whole',
        operator: 'greaterThanOrEqual',
        formulae: [0],
        ...createRejection(words.enterWholeNumber(label), words),
      };
    case 'text':
    case 'choice':
      return undefined;
  }
}

function createRejection(
  error: string,
  { invalidValue: errorTitle }: TemplateWords,
): Partial<DataValidation> {
  return { showErrorMessage: true, errorStyle: 'stop', errorTitle, error };
}
