import { useState } from 'preact/hooks';
import type { CorrectedSheet, Matching, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { apiPath } from './sheetPaths.js';
import { unchangedRowsText } from './correctValue.js';
import { Replacement } from './Replacement.js';

type Value = Matching['unrecognizedValues'][number];

/** Values that the service would not understand, each once for all rows with it. */
export function UnrecognizedValues({
  sheet,
  matching,
  isDisabled,
  onCorrected,
}: {
  sheet: Sheet;
  matching: Matching;
  isDisabled: boolean;
  onCorrected: (sheet: Sheet) => void;
}) {
  const { unrecognizedValues } = matching;
  if (unrecognizedValues.length === 0) return null;
  // A person confirms each guess at a spelling mistake separately.
  const suggested = unrecognizedValues.flatMap(({ field, value, suggestion, isGuess }) =>
    suggestion === undefined || isGuess ? [] : [{ field, value, to: suggestion, row: null }],
  );
  const useAll = async () => {
    onCorrected(await ask<Sheet>('POST', `${apiPath(sheet)}/corrections`, suggested));
    announce(`${formatNumber(suggested.length)} known spellings are used.`);
  };
  return (
    <section class="card" aria-labelledby="unrecognized">
      <h2 id="unrecognized">Unrecognized values</h2>
      <p class="under">Sent as you say here. The cells in your sheet stay as they are.</p>
      {!isDisabled && suggested.length > 1 && (
        <div class="padded">
          <ActionButton kind="small" act={useAll}>
            Use all {formatNumber(suggested.length)} known spellings
          </ActionButton>
        </div>
      )}
      <ul class="unrecognized">
        {unrecognizedValues.map((unrecognized) => (
          <UnrecognizedValueItem
            key={`${unrecognized.field} ${unrecognized.value}`}
            unrecognized={unrecognized}
            sheet={sheet}
            isDisabled={isDisabled}
            onCorrected={onCorrected}
          />
        ))}
      </ul>
    </section>
  );
}

function UnrecognizedValueItem({
  unrecognized,
  sheet,
  isDisabled,
  onCorrected,
}: {
  unrecognized: Value;
  sheet: Sheet;
  isDisabled: boolean;
  onCorrected: (sheet: Sheet) => void;
}) {
  const [to, setTo] = useState(unrecognized.suggestion ?? '');
  const { label, value, rows, assessedRows, firstRows, message } = unrecognized;
  const use = async () => {
    const correction = { field: unrecognized.field, value, to, row: null };
    const next = await ask<CorrectedSheet>('POST', `${apiPath(sheet)}/corrections`, [correction]);
    onCorrected(next);
    announce(
      `${next.sentInstead[0] ?? to} is used for ${value} in ${plural(rows, 'row')}. ${unchangedRowsText(assessedRows)}`,
    );
  };
  const all = assessedRows === 0 ? 'all ' : '';
  const words = rows === 1 ? 'Use it' : `Use for ${all}${formatNumber(rows)} rows`;
  return (
    <li>
      <div>
        <strong>{value === '' ? '(empty)' : value}</strong>{' '}
        <span class="muted">
          in {rows === 1 && assessedRows === 0 ? `row ${firstRows[0] ?? ''}` : plural(rows, 'row')},{' '}
          {label}
        </span>
        <small>
          {message} {unchangedRowsText(assessedRows)}
        </small>
      </div>
      {!isDisabled && (
        <ActionForm
          act={use}
          words={words}
          label={`${words}: ${to} for ${value}`}
          isDisabled={to.trim() === ''}
          field={
            <Replacement
              label={`${label} instead of ${value}`}
              value={to}
              entry={unrecognized}
              change={setTo}
            />
          }
        />
      )}
    </li>
  );
}
