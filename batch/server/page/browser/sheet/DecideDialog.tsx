import { useState } from 'preact/hooks';
import type { Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask, toSentence } from '../app/api.js';
import { many } from '../app/words.js';
import { Ask } from '../parts/Ask.js';
import { type DecidedRow, useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { apiPath } from './sheetPaths.js';

/** The most rows that the server takes in a request. */
const mostAtOnce = 1000;

/** Records the same decision for the cases that are selected, and shows the outcome of each. */
export function DecideDialog({
  sheet,
  rows,
  changed,
  close,
}: {
  sheet: Sheet;
  rows: readonly DecidedRow[];
  changed: () => void;
  close: () => void;
}) {
  const draft = useDecisionDraft();
  const [outcomes, setOutcomes] = useState<Outcomes['outcomes']>();
  const record = async () => {
    const all: Outcomes['outcomes'] = [];
    for (let from = 0; from < rows.length; from += mostAtOnce) {
      const some = draft.requestFor(rows.slice(from, from + mostAtOnce));
      try {
        const answer = await ask<Outcomes>('POST', `${apiPath(sheet)}/decisions`, some);
        all.push(...answer.outcomes);
      } catch (error) {
        if (from === 0) throw error;
        // The decisions before are recorded.
        const said = toSentence(error);
        all.push(...rows.slice(from).map(({ row }) => ({ row, ok: false, said })));
        break;
      }
    }
    changed();
    const recorded = all.filter(({ ok }) => ok).length;
    announce(`${many(recorded, 'decision')} recorded.`);
    if (recorded === all.length) close();
    else setOutcomes(all);
  };
  if (outcomes !== undefined) {
    const failed = outcomes.filter(({ ok }) => !ok);
    return (
      <Ask
        key="outcomes"
        title={`${many(failed.length, 'decision')} could not be recorded`}
        close={close}
      >
        <p>{many(outcomes.length - failed.length, 'other was', 'others were')} recorded.</p>
        <ul class="outcomes">
          {failed.map(({ row, said }) => (
            <li key={row}>
              <strong>Row {row}:</strong> {said}
            </li>
          ))}
        </ul>
      </Ask>
    );
  }
  return (
    <Ask
      key="question"
      title={`Decide for ${many(rows.length, 'case')}`}
      button={`Record ${many(rows.length, 'decision')}`}
      act={record}
      close={close}
    >
      <DecisionFields draft={draft} />
    </Ask>
  );
}
