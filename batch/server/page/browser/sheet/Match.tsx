import { useEffect, useRef, useState } from 'preact/hooks';
import type { Matching, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { useLatestPost } from '../app/latest.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice as ChoiceField, Checkbox } from '../parts/Field.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
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
import { apiPath, type SheetProps, stepPath } from './sheetPaths.js';
import { Preview } from './Preview.js';
import { UnrecognizedValues } from './UnrecognizedValues.js';

/** Shows which column each field is read from, as the server found it from the headings, and lets members change it. */
export function Match({ sheet, setData }: SheetProps) {
  const path = `${apiPath(sheet)}/match`;
  const { data: stored, error, refetch } = useQuery<Matching>(path);
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isDisabled = !may('edit') || isRunning || sheet.deletedDataAt !== undefined;
  const [kept, keep] = useMatchDraft(sheet.id);
  const draft = isDisabled ? undefined : kept;
  const isRestoredDraft = useRef(kept !== undefined);
  const [previewed, setPreviewed] = useState<Matching>();
  const { isWaiting, failure, send, abort } = useLatestPost<Matching>(`${path}/preview`);
  const preview = ({ choice, basis }: MatchDraft, shown?: Matching) => {
    const sent = shown === undefined ? choice : sentChoice(choice, shown);
    send(sent, (answer) => {
      setPreviewed(answer);
      if (sent !== choice) keep({ choice: toChoice(answer), basis });
    });
  };
  const drop = () => {
    isRestoredDraft.current = false;
    abort();
    keep(undefined);
    setPreviewed(undefined);
    refetch();
  };
  const isGuessed = !isDisabled && stored?.fields.some(isGuess) === true;
  const hasDraft = draft !== undefined;
  useEffect(() => {
    if (stored === undefined || isDisabled) return;
    // The server has not read the rows by its guesses, since nobody has confirmed them.
    if (draft === undefined && isGuessed) {
      preview({ choice: toChoice(stored), basis: toChoice(stored) });
    }
    if (draft !== undefined && isRestoredDraft.current) preview(draft);
    isRestoredDraft.current = false;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Each choice of a person requests its own preview.
  }, [stored, hasDraft]);
  const data = (draft !== undefined || isGuessed ? previewed : undefined) ?? stored;
  if (stored === undefined || data === undefined) {
    return error === undefined ? (
      <Loading what="the columns" />
    ) : (
      <ErrorNote error={error} refetch={refetch} />
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
      setData(await ask<Sheet>('PUT', path, choice));
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
  // The server is finding the columns of another worksheet or heading row, and replaces any choice made before it answers.
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
        {!isDisabled && (
          <ActionButton
            kind="primary"
            act={finish}
            isDisabled={isWaiting || missing.length > 0 || data.misfit !== null}
          >
            Check the rows
          </ActionButton>
        )}
      </div>
      {isDisabled && <Note>{disabledReason(sheet, isRunning)}</Note>}
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
      {failure !== undefined && <ErrorNote error={failure} />}
      <div class="match columns">
        <section class="card" aria-labelledby="which">
          <h2 id="which">Which column is what?</h2>
          <MatchFields
            // The order of the fields stays the same until the server finds other columns.
            key={`${data.worksheet} ${data.headerRow}`}
            matching={data}
            choice={choice}
            isDisabled={isDisabled || isFinding}
            change={change}
          />
        </section>
        <div class="columns">
          <UnrecognizedValues
            sheet={sheet}
            matching={data}
            isDisabled={isDisabled}
            onCorrected={(next) => {
              setData(next);
              if (draft === undefined) refetch();
              else preview(draft);
            }}
          />
          <section class="card" aria-labelledby="yours">
            <h2 id="yours">Your sheet</h2>
            <div class="padded">
              <WhereToRead
                matching={data}
                choice={choice}
                isDisabled={isDisabled}
                change={change}
              />
            </div>
            <Preview matching={data} />
          </section>
        </div>
      </div>
    </>
  );
}

function disabledReason(sheet: Sheet, isRunning: boolean): string {
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
        <strong>{plural(guesses, 'column is', 'columns are')} guessed.</strong> Please check the
        guesses below. "Check the rows" confirms them.
      </>
    );
  }
  const from = matching.isRemembered
    ? 'Matched as in an earlier sheet with the same headings.'
    : `The headings are in row ${matching.headerRow}.`;
  return <>{from} Have a look, then check the rows.</>;
}

function WhereToRead({
  matching,
  choice,
  isDisabled,
  change,
}: {
  matching: Matching;
  choice: Choice;
  isDisabled: boolean;
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
            isDisabled={isDisabled}
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
          isDisabled={isDisabled}
          options={rows.toSorted((a, b) => a - b).map((row) => [String(row), `row ${row}`])}
          change={(row) => {
            change({ ...choice, headerRow: Number(row) });
          }}
        />
        {(datesAreAmbiguous || dateOrder !== null) && (
          <ChoiceField
            label="03/04/2026 is"
            value={choice.dateOrder ?? ''}
            isDisabled={isDisabled}
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
        <Checkbox
          isOn={choice.skipHidden}
          isDisabled={isDisabled}
          label={`Skip hidden rows (${formatNumber(hiddenRows)})`}
          change={(skipHidden) => {
            change({ ...choice, skipHidden });
          }}
        />
      )}
    </div>
  );
}
