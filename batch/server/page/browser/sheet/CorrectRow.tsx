import { useState } from 'preact/hooks';
import type { RowCells, Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { Choice } from '../parts/Field.js';
import { Replacement } from './Replacement.js';
import { apiPath } from './sheetPaths.js';

type InputCell = Required<RowCells['cells'][number]>['input'] & { readonly value: string };

/** A button to correct any input of a row, for a message about the row as a whole. */
export function CorrectRow({
  sheet,
  row,
  who,
  correct,
}: {
  sheet: Sheet;
  row: number;
  /** The person of the row, for screen readers. */
  who: string;
  correct: (replacement: { field: string; value: string; to: string }) => Promise<void>;
}) {
  const [cells, setCells] = useState<readonly InputCell[]>();
  const [field, setField] = useState('');
  const [to, setTo] = useState('');
  if (cells === undefined) {
    const open = async () => {
      const path = `${apiPath(sheet)}/rows/${row}/cells`;
      const { cells: all } = await ask<RowCells>('GET', path);
      const found = all.flatMap(({ value, input }) =>
        input === undefined ? [] : { ...input, value },
      );
      setCells(found);
      setField(found[0]?.field ?? '');
    };
    return (
      <div class="mend">
        <ActionButton kind="small" act={open} label={`Correct an input of ${who}…`}>
          Correct an input…
        </ActionButton>
      </div>
    );
  }
  const chosen = cells.find((each) => each.field === field);
  if (chosen === undefined) return null;
  const { label, value } = chosen;
  return (
    <>
      <Choice
        label="Input"
        value={field}
        options={cells.map((each) => [each.field, `${each.label}: ${each.value || '(empty)'}`])}
        change={(next) => {
          setField(next);
          setTo('');
        }}
      />
      <ActionForm
        act={() => correct({ field, value, to })}
        words="Correct"
        label={`Correct ${label} of ${who}`}
        isDisabled={to.trim() === ''}
        field={
          <Replacement label={`${label} of ${who}`} value={to} entry={chosen} change={setTo} />
        }
      />
    </>
  );
}
