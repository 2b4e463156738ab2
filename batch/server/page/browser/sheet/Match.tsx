import { useRef, useState } from 'preact/hooks';
import type { Matching, Sheet } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { number as inFigures } from '../app/words.js';
import { Act } from '../parts/Act.js';
import { Choice as ChoiceField, Tick } from '../parts/Field.js';
import { Loading, Note, Wrong } from '../parts/Said.js';
import { type Choice, toChoice, isMissing, sentChoice } from './matchChoice.js';
import { MatchFields } from './MatchFields.js';
import { apiPath, type OfSheet, stepPath } from './sheetPaths.js';
import { Preview } from './Preview.js';
import { ValuesToSettle } from './ValuesToSettle.js';

/** Which column is what: found from the headings, and open to another choice. */
export function Match({ sheet, put }: OfSheet) {
  const { data, refused, again, put: show } = useAnswer<Matching>(`${apiPath(sheet)}/match`);
  const [changed, setChanged] = useState<Choice>();
  const [failure, setFailure] = useState<unknown>();
  const number = useRef(0);
  if (data === undefined) {
    return refused === undefined ? (
      <Loading what="the columns" />
    ) : (
      <Wrong error={refused} again={again} />
    );
  }
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isOff = !may('edit') || isRunning || sheet.deletedDataAt !== undefined;
  const choice = changed ?? toChoice(data);

  const change = async (next: Choice) => {
    const mine = ++number.current;
    setChanged(next);
    try {
      const seen = await ask<Matching>(
        'POST',
        `${apiPath(sheet)}/match/preview`,
        sentChoice(next, data),
      );
      if (mine !== number.current) return;
      show(seen);
      setChanged(toChoice(seen));
      setFailure(undefined);
    } catch (error) {
      if (mine === number.current) setFailure(error);
    }
  };
  const finish = async () => {
    // Stores only a changed choice, because it takes time to read a sheet again.
    if (changed !== undefined || sheet.stage === 'match') {
      put(await ask<Sheet>('PUT', `${apiPath(sheet)}/match`, choice));
    }
    go(stepPath(sheet, 'check'));
  };
  const missing = data.fields.filter(isMissing);

  return (
    <>
      <div class="step-head">
        <p aria-live="polite">
          <Lead matching={data} missing={missing.map(({ label }) => label)} />
        </p>
        {!isOff && (
          <Act kind="primary" act={finish} isOff={missing.length > 0 || data.misfit !== null}>
            Check the rows
          </Act>
        )}
      </div>
      {isOff && <Note>{whyOff(sheet, isRunning)}</Note>}
      {failure !== undefined && <Wrong error={failure} />}
      <div class="match columns">
        <section class="card" aria-labelledby="which">
          <h2 id="which">Which column is what?</h2>
          <MatchFields
            {...{ matching: data, choice, isOff }}
            change={(next) => {
              void change(next);
            }}
          />
        </section>
        <div class="columns">
          <section class="card" aria-labelledby="yours">
            <h2 id="yours">Your sheet</h2>
            <div class="padded">
              <Where {...{ matching: data, choice, isOff }} change={(next) => void change(next)} />
            </div>
            <Preview matching={data} />
          </section>
          <ValuesToSettle
            {...{ sheet, matching: data, isOff }}
            settled={(next) => {
              put(next);
              if (changed === undefined) again();
              else void change(changed);
            }}
          />
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
  const from = matching.isRemembered
    ? 'Matched as in an earlier sheet with the same headings.'
    : `Found from the headings in row ${matching.headerRow}.`;
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
            {...{ label: 'Worksheet', value: choice.worksheet, isOff }}
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
          {...{ label: 'Heading row', value: String(choice.headerRow), isOff }}
          options={rows.toSorted((a, b) => a - b).map((row) => [String(row), `row ${row}`])}
          change={(row) => {
            change({ ...choice, headerRow: Number(row) });
          }}
        />
        {(datesAreAmbiguous || dateOrder !== null) && (
          <ChoiceField
            {...{ label: '03/04/2026 is', value: choice.dateOrder ?? '', isOff }}
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
          {...{ isOn: choice.skipHidden, isOff }}
          label={`Skip hidden rows (${inFigures(hiddenRows)})`}
          change={(skipHidden) => {
            change({ ...choice, skipHidden });
          }}
        />
      )}
    </div>
  );
}
