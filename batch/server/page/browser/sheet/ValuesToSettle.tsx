import { useState } from 'preact/hooks';
import type { CorrectedSheet, Matching, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { many, number } from '../app/words.js';
import { Act, ActForm } from '../parts/Act.js';
import { apiPath } from './sheetPaths.js';
import { Replacement } from './Replacement.js';

type Value = Matching['valuesToSettle'][number];

/** Values that the service would not understand, each once for all of its rows. */
export function ValuesToSettle({
  sheet,
  matching,
  isOff,
  settled,
}: {
  sheet: Sheet;
  matching: Matching;
  isOff: boolean;
  settled: (sheet: Sheet) => void;
}) {
  const { valuesToSettle } = matching;
  if (valuesToSettle.length === 0) return null;
  // A guess at a slip is looked at by itself.
  const suggested = valuesToSettle.flatMap(({ field, value, suggestion, isGuess }) =>
    suggestion === undefined || isGuess ? [] : [{ field, value, to: suggestion, row: null }],
  );
  const useAll = async () => {
    settled(await ask<Sheet>('POST', `${apiPath(sheet)}/corrections`, suggested));
    announce(`${number(suggested.length)} known spellings are used.`);
  };
  return (
    <section class="card" aria-labelledby="settle">
      <h2 id="settle">Values to settle</h2>
      <p class="under">Sent as you say here. The cells in your sheet stay as they are.</p>
      {!isOff && suggested.length > 1 && (
        <div class="padded">
          <Act kind="small" act={useAll}>
            Use all {number(suggested.length)} known spellings
          </Act>
        </div>
      )}
      <ul class="settle">
        {valuesToSettle.map((each) => (
          <Settle
            key={`${each.field} ${each.value}`}
            each={each}
            sheet={sheet}
            isOff={isOff}
            settled={settled}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns a sentence about rows that a correction of all rows leaves out. */
export function stayText(assessed: number): string {
  if (assessed === 0) return '';
  const were = many(assessed, 'row with this value was', 'rows with this value were');
  return `${were} sent and ${assessed === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

function Settle({
  each,
  sheet,
  isOff,
  settled,
}: {
  each: Value;
  sheet: Sheet;
  isOff: boolean;
  settled: (sheet: Sheet) => void;
}) {
  const [to, setTo] = useState(each.suggestion ?? '');
  const { label, value, rows, assessedRows, firstRows, message, choices } = each;
  const use = async () => {
    const correction = { field: each.field, value, to, row: null };
    const next = await ask<CorrectedSheet>('POST', `${apiPath(sheet)}/corrections`, [correction]);
    settled(next);
    announce(
      `${next.sentInstead[0] ?? to} is used for ${value} in ${many(rows, 'row')}. ${stayText(assessedRows)}`,
    );
  };
  const all = assessedRows === 0 ? 'all ' : '';
  const words = rows === 1 ? 'Use it' : `Use for ${all}${number(rows)} rows`;
  return (
    <li>
      <div>
        <strong>{value === '' ? '(empty)' : value}</strong>{' '}
        <span class="muted">
          in {rows === 1 && assessedRows === 0 ? `row ${firstRows[0] ?? ''}` : many(rows, 'row')},{' '}
          {label}
        </span>
        <small>
          {message} {stayText(assessedRows)}
        </small>
      </div>
      {!isOff && (
        <ActForm
          act={use}
          words={words}
          label={`${words}: ${to} for ${value}`}
          isOff={to.trim() === ''}
          field={
            <Replacement
              label={`${label} instead of ${value}`}
              value={to}
              choices={choices}
              change={setTo}
            />
          }
        />
      )}
    </li>
  );
}
