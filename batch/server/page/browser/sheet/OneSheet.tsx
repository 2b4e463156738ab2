import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { useQuery } from '../app/query.js';
import { RefusedRequest } from '../app/api.js';
import { listen } from '../app/live.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { countsInWords, plural, screenForSheet } from '../app/words.js';
import { HelpLink } from '../parts/HelpLink.js';
import { Empty, Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Check } from './Check.js';
import { DeleteSheet } from './DeleteSheet.js';
import { dropMatchDraft } from './matchDraft.js';
import { Match } from './Match.js';
import type { SheetProps, SheetStep } from './sheetPaths.js';
import { Restored } from '../parts/Restored.js';
import { Moment } from '../parts/Time.js';
import { Reassess } from './Reassess.js';
import { Results } from './Results.js';
import { Start } from './Start.js';
import { Steps } from './Steps.js';
import { StepText } from './StepText.js';
import { Watch } from './Watch.js';

type StepScreen = (props: SheetProps) => preact.JSX.Element;

const steps: Readonly<Record<string, StepScreen>> = {
  match: Match,
  check: Check,
  start: Start,
  watch: Watch,
  results: Results,
  reassess: Reassess,
} satisfies Record<SheetStep, StepScreen>;

/** The names of the steps. */
const parts: Readonly<Record<string, string>> = {
  match: 'Match',
  check: 'Check',
  start: 'Assess',
  watch: 'Assess',
  results: 'Results',
  reassess: 'Reassess',
} satisfies Record<SheetStep, string>;

/** The sections of the help about the steps. */
const helpSections: Readonly<Record<string, string>> = {
  match: 'match',
  check: 'check',
  start: 'assess',
  watch: 'assess',
  results: 'select-rows',
  reassess: 'reassess',
} satisfies Record<SheetStep, string>;

/** Keeps the inputs on the screen while the rows are read again, such as after a correction. */
const stayWhileRead: ReadonlySet<string> = new Set(['match', 'check']);

/** The screen of one sheet: its name, its steps with their figures, and the step that is shown. */
export function OneSheet({ id, step }: { id: string; step: string }) {
  const answer = useQuery<Sheet>(`/api/sheets/${encodeURIComponent(id)}`);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [isDeleted, setDeleted] = useState(false);
  const { data: sheet, setData } = answer;
  useEffect(
    () =>
      listen(id, (event) => {
        if (event.type === 'sheet') setData(event.sheet);
        if (event.type === 'rows') setRows(event.rows);
        if (event.type === 'deleted') setDeleted(true);
      }),
    [id, setData],
  );
  const { stage, runState } = sheet ?? {};
  const lastRead = useRef<Sheet | undefined>(undefined);
  if (stage !== 'reading') lastRead.current = sheet;
  const stageBefore = useRef(stage);
  useEffect(() => {
    if (stage === 'results' && stageBefore.current === 'running') {
      announce(runState === 'failed' ? 'The run has failed.' : 'The run has ended.');
    }
    stageBefore.current = stage;
  }, [stage, runState]);
  const screen = sheet && screenForSheet(sheet);
  useEffect(() => {
    // The sheet's own address leads to the step on which there is something to do.
    if (step === '' && screen !== undefined && stage !== 'reading') {
      go(`/sheets/${id}/${screen}`, { replace: true });
    }
  }, [id, step, stage, screen]);

  const { error } = answer;
  const isGone = isDeleted || (error instanceof RefusedRequest && error.code === 'not_found');
  useEffect(() => {
    if (isGone) dropMatchDraft(id);
  }, [id, isGone]);
  if (isGone) {
    return (
      <>
        <Title
          key="unknown"
          title={sheet === undefined ? 'There is no such sheet' : 'This sheet has been deleted'}
          lead={sheet === undefined ? 'It does not exist, or was deleted.' : sheet.name}
        />
        <a class="button" href="/">
          Go to the sheets
        </a>
      </>
    );
  }
  if (sheet === undefined) {
    return (
      <>
        {/* Its key differs from that of the heading with the sheet's name, so that the latter takes the focus. */}
        <Title key="unknown" title="Sheet" />
        {error === undefined ? (
          <Loading what="the sheet" />
        ) : (
          <ErrorNote error={error} refetch={answer.refetch} />
        )}
      </>
    );
  }
  const Step = steps[step];
  const isReading = sheet.stage === 'reading';
  const shown = isReading && stayWhileRead.has(step) ? (lastRead.current ?? sheet) : sheet;
  return (
    <>
      <Title title={sheet.name} part={parts[step]} lead={<SheetFacts sheet={shown} />}>
        <HelpLink section={helpSections[step] ?? 'match'} about={parts[step] ?? 'Match'} />
        <DeleteSheet sheet={sheet} />
      </Title>
      <Steps sheet={shown} step={step} isReading={isReading} />
      {shown.restored !== undefined && (
        <Restored
          hold={shown.restored}
          path={`/api/sheets/${encodeURIComponent(id)}/restore-check`}
          mayConfirm={may('edit')}
          confirmed={answer.refetch}
        />
      )}
      <Notes sheet={shown} step={step} />
      {shown.stage === 'reading' ? (
        <Loading what="the rows: the file is being read" />
      ) : shown.stage === 'unreadable' ? null : Step === undefined ? (
        <Empty title="There is no such step" />
      ) : (
        <Step key={step} sheet={shown} rows={rows} setData={setData} />
      )}
    </>
  );
}

function SheetFacts({ sheet }: { sheet: Sheet }) {
  return (
    <>
      {sheet.worksheet !== undefined && <>Worksheet “{sheet.worksheet}”. </>}
      {sheet.rows > 0 && <>{plural(sheet.rows, 'row')}. </>}
      {countsInWords(sheet.counts) !== '' && <>{countsInWords(sheet.counts)}. </>}
      Uploaded by {sheet.uploadedBy}, <Moment of={sheet.uploadedAt} />.
    </>
  );
}

function Notes({ sheet, step }: { sheet: Sheet; step: string }) {
  const { stage, deletedDataAt } = sheet;
  // Notes on columns are shown at Match, the others at the step that can do something about them.
  const refused = stage === 'match' && step === 'match' ? undefined : sheet.refused;
  const notes = stayWhileRead.has(step) ? sheet.notes : [];
  const isEmpty = refused === undefined && notes.length === 0 && deletedDataAt === undefined;
  if (isEmpty) return null;
  return (
    <div class="notes">
      {refused !== undefined && <ErrorNote error={refused} />}
      {deletedDataAt !== undefined && (
        <Note>
          The file and its inputs were deleted <Moment of={deletedDataAt} />, as set under Settings.
          Scores and IDs are still here.
        </Note>
      )}
      {notes.length > 0 && (
        <Note>
          <ul>
            {notes.map((note) => (
              <li key={note}>
                <StepText sheet={sheet} text={note} />
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}
