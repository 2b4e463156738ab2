import { useState } from 'preact/hooks';
import { maxRowsPerRequest } from '../../../contract/fieldBounds.js';
import type { Approver, Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask, toSentence } from '../app/api.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Dialog } from '../parts/Dialog.js';
import { type DecidedRow, useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { getApiPath } from './sheetPaths.js';

export function DecideDialog({
  sheet,
  rows,
  approvers,
  onChanged,
  close,
}: {
  sheet: Sheet;
  rows: readonly DecidedRow[];
  approvers: readonly Approver[];
  onChanged: () => void;
  close: () => void;
}) {
  const draft = useDecisionDraft();
  const [outcomes, setOutcomes] = useState<Outcomes['outcomes']>();
  const record = async () => {
    const newOutcomes: Outcomes['outcomes'] = [];
    for (let from = 0; from < rows.length; from += maxRowsPerRequest) {
      const request = draft.buildRequest(rows.slice(from, from + maxRowsPerRequest));
      try {
        const answer = await ask<Outcomes>('POST', `${getApiPath(sheet)}/decisions`, request);
        newOutcomes.push(...answer.outcomes);
      } catch (error) {
        if (from === 0) throw error;
        // Earlier requests may have recorded decisions, so each remaining row is listed as failed.
        const message = toSentence(error);
        newOutcomes.push(...rows.slice(from).map(({ row }) => ({ row, ok: false, message })));
        break;
      }
    }
    onChanged();
    const recorded = newOutcomes.filter(({ ok }) => ok).length;
    announce(t(($) => $.decide.dialog.recorded, { count: recorded }));
    if (recorded === newOutcomes.length) close();
    else setOutcomes(newOutcomes);
  };
  if (outcomes !== undefined) {
    const failed = outcomes.filter(({ ok }) => !ok);
    return (
      <Dialog
        key="outcomes"
        title={t(($) => $.decide.dialog.failed, { count: failed.length })}
        close={close}
      >
        <p>{t(($) => $.decide.dialog.others, { count: outcomes.length - failed.length })}</p>
        <ul class="outcomes">
          {failed.map(({ row, message }) => (
            <li key={row}>
              <Text
                text={t(($) => $.decide.dialog.failure, { row, message })}
                elements={{ row: (text) => <strong>{text}</strong> }}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      key="question"
      title={t(($) => $.decide.dialog.title, { count: rows.length })}
      button={t(($) => $.decide.dialog.button, { count: rows.length })}
      act={record}
      close={close}
    >
      <DecisionFields draft={draft} approvers={approvers} />
    </Dialog>
  );
}
