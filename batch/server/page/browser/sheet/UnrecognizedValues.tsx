import { useState } from 'preact/hooks';
import type { CorrectedSheet, Matching, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { getApiPath } from './sheetPaths.js';
import { describeUnchangedRows } from './correctValue.js';
import { Replacement } from './Replacement.js';

type UnrecognizedValue = Matching['unrecognizedValues'][number];

/** The values that the service would not understand. Each is listed once for all its rows. */
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
  // A guess at a spelling mistake is not among them: a person confirms each separately.
  const corrections = unrecognizedValues.flatMap(({ field, value, suggestion, isGuess }) =>
    suggestion === undefined || isGuess ? [] : [{ field, value, to: suggestion, row: null }],
  );
  const useAll = async () => {
    onCorrected(await ask<Sheet>('POST', `${getApiPath(sheet)}/corrections`, corrections));
    announce(`${formatNumber(corrections.length)} known spellings are used.`);
  };
  return (
    <section class="card" aria-labelledby="unrecognized">
      <h2 id="unrecognized">Unrecognized values</h2>
      <p class="under">Sent as you say here. The cells in your sheet stay as they are.</p>
      {!isDisabled && corrections.length > 1 && (
        <div class="padded">
          <ActionButton kind="small" act={useAll}>
            Use all {formatNumber(corrections.length)} known spellings
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
  unrecognized: UnrecognizedValue;
  sheet: Sheet;
  isDisabled: boolean;
  onCorrected: (sheet: Sheet) => void;
}) {
  const [to, setTo] = useState(unrecognized.suggestion ?? '');
  const { label, value, rows, assessedRows, firstRows, message } = unrecognized;
  const use = async () => {
    const correction = { field: unrecognized.field, value, to, row: null };
    const next = await ask<CorrectedSheet>('POST', `${getApiPath(sheet)}/corrections`, [
      correction,
    ]);
    onCorrected(next);
    announce(
      `${next.sentInstead[0] ?? to} is used for ${value} in ${plural(rows, 'row')}. ${describeUnchangedRows(assessedRows)}`,
    );
  };
  const all = assessedRows === 0 ? 'all ' : '';
  const button = rows === 1 ? 'Use it' : `Use for ${all}${formatNumber(rows)} rows`;
  return (
    <li>
      <div>
        <strong>{value === '' ? '(empty)' : value}</strong>{' '}
        <span class="muted">
          in {rows === 1 && assessedRows === 0 ? `row ${firstRows[0] ?? ''}` : plural(rows, 'row')},{' '}
          {label}
        </span>
        <small>
          {message} {describeUnchangedRows(assessedRows)}
        </small>
      </div>
      {!isDisabled && (
        <ActionForm
          act={use}
          button={button}
          label={`${button}: ${to} for ${value}`}
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
