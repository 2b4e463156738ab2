import { useEffect, useRef, useState } from 'preact/hooks';
import type { Matching, Sheet } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { useLatestPost } from '../app/latest.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { many, number as inFigures } from '../app/words.js';
import { Act } from '../parts/Act.js';
import { Choice as ChoiceField, Tick } from '../parts/Field.js';
import { Loading, Note, Wrong } from '../parts/Said.js';
import {
  type Choice,
  isGuess,
  isMissing,
  isSameChoice,
  sentChoice,
  toChoice,
} from './matchChoice.js';
import { type MatchDraft, useMatchDraft } from './matchDraft.js';
import { MatchFields } from './MatchFields.js';
import { apiPath, type OfSheet, stepPath } from './sheetPaths.js';
import { Preview } from './Preview.js';
import { ValuesToSettle } from './ValuesToSettle.js';

/** Which column is what: found from the headings, and open to another choice. */
export function Match({ sheet, put }: OfSheet) {
  const path = `${apiPath(sheet)}/match`;
  const { data: stored, refused, again } = useAnswer<Matching>(path);
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isOff = !may('edit') || isRunning || sheet.deletedDataAt !== undefined;
  const [kept, keep] = useMatchDraft(sheet.id);
  const draft = isOff ? undefined : kept;
  const isFromBefore = useRef(kept !== undefined);
  const [seen, setSeen] = useState<Matching>();
  const { isWaiting, failure, send, abort } = useLatestPost<Matching>(`${path}/preview`);
  const preview = ({ choice, basis }: MatchDraft, shown?: Matching) => {
    const sent = shown === undefined ? choice : sentChoice(choice, shown);
    send(sent, (answer) => {
      setSeen(answer);
      if (sent !== choice) keep({ choice: toChoice(answer), basis });
    });
  };
  const drop = () => {
    isFromBefore.current = false;
    abort();
    keep(undefined);
    setSeen(undefined);
    again();
  };
  const isGuessed = !isOff && stored?.fields.some(isGuess) === true;
  useEffect(() => {
    if (stored === undefined || isOff) return;
    // The server has not read the rows by its guesses, since nobody has confirmed them.
    if (draft === undefined && isGuessed) {
      preview({ choice: toChoice(stored), basis: toChoice(stored) });
    }
    if (draft !== undefined && isFromBefore.current) preview(draft);
    isFromBefore.current = false;
  }, [stored, draft === undefined]);
  const data = (draft !== undefined || isGuessed ? seen : undefined) ?? stored;
  if (stored === undefined || data === undefined) {
    return refused === undefined ? (
      <Loading what="the columns" />
    ) : (
      <Wrong error={refused} again={again} />
    );
  }
  const choice = draft?.choice ?? toChoice(data);

  const change = (next: Choice) => {
    const changed = { choice: next, basis: draft?.basis ?? toChoice(stored) };
    keep(changed);
    preview(changed, data);
  };
  const finish = async () => {
    // Stores only new choices and guesses, because it takes time to read a sheet again.
    if (draft !== undefined || isGuessed || sheet.stage === 'match') {
      if (draft !== undefined) await assertNotMatchedSince(draft);
      put(await ask<Sheet>('PUT', path, choice));
      keep(undefined);
    }
    go(stepPath(sheet, 'check'));
  };
  const assertNotMatchedSince = async (mine: MatchDraft) => {
    const latest = toChoice(await ask<Matching>('GET', path));
    if (isSameChoice(mine.basis, latest)) return;
    keep({ ...mine, basis: latest });
    throw new Error(
      'Somebody has matched the columns since you began your draft, which is still shown here. Press "Check the rows" again to use it, or drop it to see how they are matched now.',
    );
  };
  // The server finds the columns of another worksheet or heading row: choices before that would be lost.
  const isFinding = choice.worksheet !== data.worksheet || choice.headerRow !== data.headerRow;
  const missing = data.fields.filter(isMissing);

  return (
    <>
      <div class="step-head">
        <p aria-live="polite">
          {isWaiting ? (
            'Updating…'
          ) : (
            <Lead matching={data} missing={missing.map(({ label }) => label)} />
          )}
        </p>
        {!isOff && (
          <Act
            kind="primary"
            act={finish}
            isOff={isWaiting || missing.length > 0 || data.misfit !== null}
          >
            Check the rows
          </Act>
        )}
      </div>
      {isOff && <Note>{whyOff(sheet, isRunning)}</Note>}
      {draft !== undefined && (
        <div class="notes">
          <Note>
            <p>
              Your choices are a draft that only you see, in this browser. "Check the rows" uses
              them. Signing out deletes them.
            </p>
            <button type="button" class="button small" onClick={drop}>
              Drop the draft
            </button>
          </Note>
        </div>
      )}
      {failure !== undefined && <Wrong error={failure} />}
      <div class="match columns">
        <section class="card" aria-labelledby="which">
          <h2 id="which">Which column is what?</h2>
          <MatchFields
            // Which fields are listed first stays the same until the server finds other columns.
            key={`${data.worksheet} ${data.headerRow}`}
            matching={data}
            choice={choice}
            isOff={isOff || isFinding}
            change={change}
          />
        </section>
        <div class="columns">
          <ValuesToSettle
            sheet={sheet}
            matching={data}
            isOff={isOff}
            settled={(next) => {
              put(next);
              if (draft === undefined) again();
              else preview(draft);
            }}
          />
          <section class="card" aria-labelledby="yours">
            <h2 id="yours">Your sheet</h2>
            <div class="padded">
              <Where matching={data} choice={choice} isOff={isOff} change={change} />
            </div>
            <Preview matching={data} />
          </section>
        </div>
      </div>
    </>
  );
}

function whyOff(sheet: Sheet, isRunning: boolean): string {
  if (!may('edit'))
    return 'Your role is view-only here. Ask an editor or an administrator to change this.';
  if (sheet.deletedDataAt !== undefined)
    return 'The file has been deleted. Upload it again to match it.';
  return isRunning
    ? 'The sheet is being assessed. Stop the run to change which column is what.'
    : '';
}

function Lead({ matching, missing }: { matching: Matching; missing: readonly string[] }) {
  if (missing.length > 0) {
    return (
      <>
        <strong>Still missing: {missing.join(', ')}.</strong> Choose a column, or one value for all
        rows. If the headings are in another row or worksheet, choose that first.
      </>
    );
  }
  if (matching.misfit !== null) return <>{matching.misfit}</>;
  const guesses = matching.fields.filter(isGuess).length;
  if (guesses > 0) {
    return (
      <>
        <strong>{many(guesses, 'column is', 'columns are')} guessed.</strong> Please check the
        guesses below. "Check the rows" confirms them.
      </>
    );
  }
  const from = matching.isRemembered
    ? 'Matched as in an earlier sheet with the same headings.'
    : `The headings are in row ${matching.headerRow}.`;
  return <>{from} Have a look, then check the rows.</>;
}

function Where({
  matching,
  choice,
  isOff,
  change,
}: {
  matching: Matching;
  choice: Choice;
  isOff: boolean;
  change: (next: Choice) => void;
}) {
  const { worksheets, preview, hiddenRows, datesAreAmbiguous, dateOrder } = matching;
  const rows = [...new Set([...preview.map((each) => each.number), choice.headerRow])];
  return (
    <div class="stack">
      <div class="row-of-fields">
        {worksheets.length > 1 && (
          <ChoiceField
            label="Worksheet"
            value={choice.worksheet}
            isOff={isOff}
            options={worksheets.map(({ name, visible }) => [
              name,
              visible ? name : `${name} (hidden)`,
            ])}
            change={(worksheet) => {
              change({ ...choice, worksheet });
            }}
          />
        )}
        <ChoiceField
          label="Heading row"
          value={String(choice.headerRow)}
          isOff={isOff}
          options={rows.toSorted((a, b) => a - b).map((row) => [String(row), `row ${row}`])}
          change={(row) => {
            change({ ...choice, headerRow: Number(row) });
          }}
        />
        {(datesAreAmbiguous || dateOrder !== null) && (
          <ChoiceField
            label="03/04/2026 is"
            value={choice.dateOrder ?? ''}
            isOff={isOff}
            options={[
              ...(choice.dateOrder === null ? ([['', 'choose']] as const) : []),
              ['dmy', '3 April (day first)'],
              ['mdy', '4 March (month first)'],
            ]}
            change={(order) => {
              change({ ...choice, dateOrder: order === '' ? null : (order as 'dmy' | 'mdy') });
            }}
          />
        )}
      </div>
      {hiddenRows > 0 && (
        <Tick
          isOn={choice.skipHidden}
          isOff={isOff}
          label={`Skip hidden rows (${inFigures(hiddenRows)})`}
          change={(skipHidden) => {
            change({ ...choice, skipHidden });
          }}
        />
      )}
    </div>
  );
}
