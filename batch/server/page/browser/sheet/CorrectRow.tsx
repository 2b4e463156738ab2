import { useState } from 'preact/hooks';
import type { RowCells, Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { nameField } from '../app/fieldNames.js';
import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { Choice } from '../parts/Field.js';
import { Replacement } from './Replacement.js';
import { getApiPath } from './sheetPaths.js';

type InputCell = Required<RowCells['cells'][number]>['input'] & { readonly value: string };

/** Corrects any input of a row. It is shown if a problem names no cell, or if the named cell may be correct. */
export function CorrectRow({
  sheet,
  row,
  who,
  correct,
}: {
  sheet: Sheet;
  row: number;
  /** The person, for screen readers. */
  who: string;
  correct: (replacement: { field: string; value: string; to: string }) => Promise<void>;
}) {
  const [cells, setCells] = useState<readonly InputCell[]>();
  const [field, setField] = useState('');
  const [to, setTo] = useState('');
  if (cells === undefined) {
    const open = async () => {
      const path = `${getApiPath(sheet)}/rows/${row}/cells`;
      const { cells: allCells } = await ask<RowCells>('GET', path);
      const inputCells = allCells.flatMap(({ value, input }) =>
        input === undefined ? [] : { ...input, value },
      );
      setCells(inputCells);
      setField(inputCells[0]?.field ?? '');
    };
    return (
      <div class="mend">
        <ActionButton
          kind="small"
          act={open}
          label={t(($) => $.rowProblems.correctInputOf, { who })}
        >
          {t(($) => $.rowProblems.correctInput)}
        </ActionButton>
      </div>
    );
  }
  const chosen = cells.find((cell) => cell.field === field);
  if (chosen === undefined) return null;
  const { value } = chosen;
  const label = nameField(field, chosen.label);
  return (
    <>
      <Choice
        label={t(($) => $.rowProblems.input)}
        value={field}
        options={cells.map((cell) => [
          cell.field,
          t(($) => $.rowProblems.inputValue, {
            field: nameField(cell.field, cell.label),
            value: formatIfDate(cell.value) || t(($) => $.rowProblems.empty),
          }),
        ])}
        change={(next) => {
          setField(next);
          setTo('');
        }}
      />
      <ActionForm
        act={() => correct({ field, value, to })}
        button={t(($) => $.rowProblems.correct)}
        label={t(($) => $.rowProblems.correctFieldOf, { field: label, who })}
        isDisabled={to.trim() === ''}
        field={
          <Replacement
            label={t(($) => $.rowProblems.fieldOf, { field: label, who })}
            value={to}
            entry={chosen}
            change={setTo}
          />
        }
      />
    </>
  );
}
