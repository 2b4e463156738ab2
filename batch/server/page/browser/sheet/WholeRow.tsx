import type { RowCells, Sheet } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { useQuery } from '../app/query.js';
import { t } from '../language/language.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { CellText } from './CellText.js';
import { getApiPath } from './sheetPaths.js';

/** Leaves out results from which no input is read. */
export function WholeRow({
  sheet,
  row,
  cell: markedCell,
}: {
  sheet: Sheet;
  row: number;
  cell: string | undefined;
}) {
  const query = useQuery<RowCells>(`${getApiPath(sheet)}/rows/${row}/cells`);
  const { data } = query;
  if (data === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.rowProblems.loadingRow)} />;
  }
  return (
    <dl class="cells">
      {data.cells.map(({ cell, heading, value, input }) => (
        <div key={cell} class={cell === markedCell ? 'marked' : ''}>
          <dt>
            <kbd>{cell}</kbd> {heading || (input && nameField(input.field, input.label))}
          </dt>
          <dd>
            <CellText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
