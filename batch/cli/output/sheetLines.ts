import { valueText } from '../wording/values.js';
import { sanitize } from '../../../src/sanitized.js';
import type { ColumnProblem, GroupedWarning } from '../../engine/intake/columnFacts.js';
import type { RowReport } from '../../engine/rows/rowReport.js';
import { toSentence } from '../../../src/toSentence.js';
import { count, listRows } from '../../wording/words.js';
import { wrapText } from './lines.js';
import { columnProblemText } from '../wording/remarks.js';
import { inWords } from '../wording/wording.js';
import { type Sentence, showValues } from '../../wording/sentence.js';
import { hiddenPhrase } from './statusLines.js';

export function titleLine(
  { file, sheet, headerRow }: { file: string; sheet: string; headerRow: number },
  rows: number,
  hidden = 0,
): string {
  const title = `${file}, sheet "${sheet}", headings in row ${headerRow}: ${count(rows, 'row')}`;
  return sanitize(title) + hiddenPhrase(hidden, rows);
}

export function rowLine({
  row,
  status,
  message,
}: Pick<RowReport, 'row' | 'status' | 'message'>): string {
  const words = message === undefined ? '' : inWords(message);
  return sanitize(`  Row ${row}: ${status}. ${words}`.trimEnd());
}

export function noteLine(note: Sentence, width: number | undefined): string {
  return wrapText(sanitize(`Note: ${showValues(note)}`), width, '  ');
}

export function columnLines(
  problems: readonly ColumnProblem[],
  width: number | undefined,
): string[] {
  return problems.map((problem) => wrapText(`  ${columnProblemText(problem)}`, width, '    '));
}

/**
 * If there are more than `maxLines` warnings, the last line has their number and the text `more`.
 */
export function warningLines(
  warnings: readonly GroupedWarning[],
  more: string,
  maxLines = Number.POSITIVE_INFINITY,
): string[] {
  const lines = warnings
    .slice(0, maxLines)
    .map(({ message, label, rows, count: all }) =>
      sanitize(`Warning, ${listRows(rows, all)}: ${toSentence(valueText(message, label))}`),
    );
  const rest = warnings.length - lines.length;
  return rest > 0 ? [...lines, `... and ${count(rest, 'more warning')}. ${more}`] : lines;
}
