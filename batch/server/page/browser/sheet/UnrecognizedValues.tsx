import { useState } from 'preact/hooks';
import type { CorrectedSheet, Matching, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { nameField } from '../app/fieldNames.js';
import { t } from '../language/language.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { getCorrectionsPath } from './sheetPaths.js';
import { describeUnchangedRows, joinSentences, labelForAll } from './correctValue.js';
import { Replacement } from './Replacement.js';

type UnrecognizedValue = Matching['unrecognizedValues'][number];

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
  // Leaves out guesses: a person confirms each of them separately.
  const corrections = unrecognizedValues.flatMap(({ field, value, suggestion, isGuess }) =>
    suggestion === undefined || isGuess ? [] : [{ field, value, to: suggestion, row: null }],
  );
  const path = getCorrectionsPath(sheet, matching.worksheet);
  const useAll = async () => {
    onCorrected(await ask<Sheet>('POST', path, corrections));
    announce(t(($) => $.match.values.allUsed, { count: corrections.length }));
  };
  return (
    <section class="card" aria-labelledby="unrecognized">
      <h2 id="unrecognized">{t(($) => $.match.values.title)}</h2>
      <p class="under">{t(($) => $.match.values.lead)}</p>
      {!isDisabled && corrections.length > 1 && (
        <div class="padded">
          <ActionButton kind="small" act={useAll}>
            {t(($) => $.match.values.useAll, { count: corrections.length })}
          </ActionButton>
        </div>
      )}
      <ul class="unrecognized">
        {unrecognizedValues.map((unrecognized) => (
          <UnrecognizedValueItem
            key={`${unrecognized.field} ${unrecognized.value}`}
            unrecognized={unrecognized}
            path={path}
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
  path,
  isDisabled,
  onCorrected,
}: {
  unrecognized: UnrecognizedValue;
  path: string;
  isDisabled: boolean;
  onCorrected: (sheet: Sheet) => void;
}) {
  const [to, setTo] = useState(unrecognized.suggestion ?? '');
  const { field, value, rows, assessedRows, firstRows, message } = unrecognized;
  const label = nameField(field, unrecognized.label);
  const use = async () => {
    const correction = { field, value, to, row: null };
    const next = await ask<CorrectedSheet>('POST', path, [correction]);
    onCorrected(next);
    const used = { to: next.sentInstead[0] ?? to, value, count: rows };
    announce(
      joinSentences(
        t(($) => $.match.values.used, used),
        describeUnchangedRows(assessedRows),
      ),
    );
  };
  const button =
    rows === 1
      ? t(($) => $.match.values.use)
      : labelForAll({ rowsAlike: rows, assessedAlike: assessedRows });
  return (
    <li>
      <div>
        <strong>{value === '' ? t(($) => $.rowProblems.empty) : value}</strong>{' '}
        <span class="muted">
          {rows === 1 && assessedRows === 0
            ? t(($) => $.match.values.inRow, { row: firstRows[0] ?? '', field: label })
            : t(($) => $.match.values.inRows, { count: rows, field: label })}
        </span>
        <small>
          {message} {describeUnchangedRows(assessedRows)}
        </small>
      </div>
      {!isDisabled && (
        <ActionForm
          act={use}
          button={button}
          label={t(($) => $.match.values.useLabel, { button, to, value })}
          isDisabled={to.trim() === ''}
          field={
            <Replacement
              label={t(($) => $.match.values.instead, { field: label, value })}
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
