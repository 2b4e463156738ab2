import { useEffect, useRef, useState } from 'preact/hooks';
import type { Matching, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { nameField } from '../app/fieldNames.js';
import { useLatestPost } from '../app/latest.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { isRunning } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice as ChoiceField, Checkbox } from '../parts/Field.js';
import { Note, ErrorNote, QueryPlaceholder } from '../parts/Notes.js';
import {
  type Choice,
  confirmGuesses,
  isGuess,
  isMissing,
  isSameChoice,
  toPreviewRequest,
  toChoice,
} from './matchChoice.js';
import { type MatchDraft, useMatchDraft } from './matchDraft.js';
import { MatchFields } from './MatchFields.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { Preview } from './Preview.js';
import { UnrecognizedValues } from './UnrecognizedValues.js';

export function Match({ sheet, setData }: SheetProps) {
  const path = `${getApiPath(sheet)}/match`;
  const query = useQuery<Matching>(path);
  const { data: stored, refetch } = query;
  const isDisabled = !may('edit') || isRunning(sheet) || sheet.deletedDataAt !== undefined;
  const [keptDraft, keepDraft] = useMatchDraft(sheet.id);
  const draft = isDisabled ? undefined : keptDraft;
  const isRestoredDraft = useRef(keptDraft !== undefined);
  const [previewed, setPreviewed] = useState<Matching>();
  const { isWaiting, failure, send, abort } = useLatestPost<Matching>(`${path}/preview`);
  /** If `shown` has another worksheet or heading row than the draft, the server finds the columns again. */
  const preview = ({ choice, basis }: MatchDraft, shown?: Matching) => {
    const request = shown === undefined ? choice : toPreviewRequest(choice, shown);
    send(request, (answer) => {
      setPreviewed(answer);
      if (request !== choice) keepDraft({ choice: toChoice(answer), basis });
    });
  };
  const dropDraft = () => {
    isRestoredDraft.current = false;
    abort();
    keepDraft(undefined);
    setPreviewed(undefined);
    refetch();
  };
  const hasGuesses = !isDisabled && stored?.fields.some(isGuess) === true;
  const hasDraft = draft !== undefined;
  useEffect(() => {
    if (stored === undefined || isDisabled) return;
    // Only a preview reads rows from guessed columns that no member has confirmed.
    if (draft === undefined && hasGuesses) {
      preview({ choice: toChoice(stored), basis: toChoice(stored) });
    }
    if (draft !== undefined && isRestoredDraft.current) preview(draft);
    isRestoredDraft.current = false;
    // oxlint-disable-next-line react/exhaustive-deps -- `change` requests the preview of each new choice.
  }, [stored, hasDraft]);
  if (stored === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.match.loading)} />;
  }
  const answer = (draft !== undefined || hasGuesses ? previewed : undefined) ?? stored;
  const areGuessesConfirmed = draft?.areGuessesConfirmed === true;
  const data = areGuessesConfirmed ? confirmGuesses(answer) : answer;
  const choice = draft?.choice ?? toChoice(data);

  const change = (next: Choice) => {
    const changedDraft = { ...draft, choice: next, basis: draft?.basis ?? toChoice(stored) };
    keepDraft(changedDraft);
    preview(changedDraft, data);
  };
  const finish = async () => {
    // After storing an unchanged choice, the server would read the whole sheet again.
    if (draft !== undefined || hasGuesses || sheet.stage === 'match') {
      await assertNotMatchedSince(draft ?? { choice, basis: toChoice(stored) });
      setData(await ask<Sheet>('PUT', path, choice));
      keepDraft(undefined);
    }
    go(getStepPath(sheet, 'check'));
  };
  const assertNotMatchedSince = async (ownDraft: MatchDraft) => {
    const latest = toChoice(await ask<Matching>('GET', path));
    if (isSameChoice(ownDraft.basis, latest)) return;
    keepDraft({ ...ownDraft, basis: latest });
    throw new Error(t(($) => $.match.matchedSince));
  };
  // The fields are disabled, because the response would replace any choice that is made meanwhile.
  const isFindingColumns =
    choice.worksheet !== data.worksheet || choice.headerRow !== data.headerRow;
  const missing = data.fields.filter(isMissing);

  return (
    <>
      <div class="step-head">
        <p aria-live="polite">
          {isWaiting ? (
            t(($) => $.match.updating)
          ) : (
            <Lead
              matching={data}
              missing={missing.map(({ name, label }) => nameField(name, label))}
            />
          )}
        </p>
        {!isDisabled && (
          <ActionButton
            kind="primary"
            act={finish}
            isDisabled={isWaiting || missing.length > 0 || data.misfit !== null}
          >
            {t(($) => $.match.finish)}
          </ActionButton>
        )}
      </div>
      {isDisabled && <Note>{explainWhyDisabled(sheet)}</Note>}
      {draft !== undefined && (
        <div class="notes">
          <Note>
            <p>{t(($) => $.match.draft)}</p>
            <button type="button" class="button small" onClick={dropDraft}>
              {t(($) => $.match.dropDraft)}
            </button>
          </Note>
        </div>
      )}
      {failure !== undefined && <ErrorNote error={failure} />}
      <div class="match columns">
        <section class="card" aria-labelledby="which">
          <h2 id="which">{t(($) => $.match.columns)}</h2>
          <MatchFields
            // A new key sorts the fields into their lists again.
            key={`${data.worksheet} ${data.headerRow} ${areGuessesConfirmed}`}
            matching={data}
            choice={choice}
            isDisabled={isDisabled || isFindingColumns}
            change={change}
            confirm={() => {
              const basis = draft?.basis ?? toChoice(stored);
              keepDraft({ choice, basis, areGuessesConfirmed: true });
            }}
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
            <h2 id="yours">{t(($) => $.match.sheet)}</h2>
            <div class="padded">
              <ReadingOptions
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

function explainWhyDisabled(sheet: Sheet): string {
  if (!may('edit')) return t(($) => $.match.disabled.viewer);
  if (sheet.deletedDataAt !== undefined) return t(($) => $.match.disabled.deleted);
  return t(($) => $.match.disabled.running);
}

function Lead({ matching, missing }: { matching: Matching; missing: readonly string[] }) {
  const elements = { strong: (text: string) => <strong>{text}</strong> };
  if (missing.length > 0) {
    const fields = missing.join(', ');
    return <Text text={t(($) => $.match.lead.missing, { fields })} elements={elements} />;
  }
  if (matching.misfit !== null) return <>{matching.misfit}</>;
  const guesses = matching.fields.filter(isGuess).length;
  if (guesses > 0) {
    return <Text text={t(($) => $.match.lead.guesses, { count: guesses })} elements={elements} />;
  }
  return (
    <>
      {matching.isRemembered
        ? t(($) => $.match.lead.remembered)
        : t(($) => $.match.lead.headerRow, { row: matching.headerRow })}
    </>
  );
}

function ReadingOptions({
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
  const rowNumbers = [...new Set([...preview.map(({ number }) => number), choice.headerRow])];
  return (
    <div class="stack">
      <div class="row-of-fields">
        {worksheets.length > 1 && (
          <ChoiceField
            label={t(($) => $.match.options.worksheet)}
            value={choice.worksheet}
            isDisabled={isDisabled}
            options={worksheets.map(({ name, visible }) => [
              name,
              visible ? name : t(($) => $.match.options.hidden, { name }),
            ])}
            change={(worksheet) => {
              change({ ...choice, worksheet });
            }}
          />
        )}
        <ChoiceField
          label={t(($) => $.match.options.headerRow)}
          value={String(choice.headerRow)}
          isDisabled={isDisabled}
          options={rowNumbers
            .toSorted((a, b) => a - b)
            .map((row) => [String(row), t(($) => $.match.options.row, { row })])}
          change={(row) => {
            change({ ...choice, headerRow: Number(row) });
          }}
        />
        {(datesAreAmbiguous || dateOrder !== null) && (
          <ChoiceField
            label={t(($) => $.match.options.dateOrder)}
            value={choice.dateOrder ?? ''}
            isDisabled={isDisabled}
            options={[
              ...(choice.dateOrder === null
                ? ([['', t(($) => $.match.options.chooseOrder)]] as const)
                : []),
              ['dmy', t(($) => $.match.options.dayFirst)],
              ['mdy', t(($) => $.match.options.monthFirst)],
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
          label={t(($) => $.match.options.skipHidden, { rows: hiddenRows })}
          change={(skipHidden) => {
            change({ ...choice, skipHidden });
          }}
        />
      )}
    </div>
  );
}
