import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { useQuery } from '../app/query.js';
import { RefusedRequest } from '../app/api.js';
import { listen } from '../app/live.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { describeCounts, findNextScreen } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { HelpLink } from '../parts/HelpLink.js';
import { Empty, Loading, Note, ErrorNote, QueryPlaceholder } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Check } from './Check.js';
import { DeleteSheet } from './DeleteSheet.js';
import { dropMatchDraft } from './matchDraft.js';
import { Match } from './Match.js';
import { getApiPath, type SheetProps, type SheetStep } from './sheetPaths.js';
import { RestoreNote } from '../parts/RestoreNote.js';
import { Reassess } from './Reassess.js';
import { Moment } from '../parts/Time.js';
import { Results } from './Results.js';
import { Start } from './Start.js';
import { Steps } from './Steps.js';
import { StepNotes } from './StepText.js';
import { Watch } from './Watch.js';

interface Step {
  readonly Screen: (props: SheetProps) => preact.JSX.Element;
  readonly title: 'match' | 'check' | 'assess' | 'results' | 'reassess';
  readonly help: string;
}

const steps: Readonly<Record<string, Step>> = {
  match: { Screen: Match, title: 'match', help: 'match' },
  check: { Screen: Check, title: 'check', help: 'check' },
  start: { Screen: Start, title: 'assess', help: 'assess' },
  watch: { Screen: Watch, title: 'assess', help: 'assess' },
  results: { Screen: Results, title: 'results', help: 'select-rows' },
  reassess: {
    Screen: Reassess,
    title: 'reassess',
    help: 'reassess',
  },
} satisfies Record<SheetStep, Step>;

/** These steps stay on the screen while the rows are read again, and their fields keep their text. */
const readingSteps: ReadonlySet<string> = new Set(['match', 'check', 'results']);

export function OneSheet({ id, step }: { id: string; step: string }) {
  const query = useQuery<Sheet>(`/api/sheets/${encodeURIComponent(id)}`);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [isDeleted, setDeleted] = useState(false);
  const { data: sheet, setData } = query;
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
  const previousStage = useRef(stage);
  useEffect(() => {
    if (stage === 'results' && previousStage.current === 'running') {
      announce(t(($) => (runState === 'failed' ? $.oneSheet.runFailed : $.oneSheet.runEnded)));
    }
    previousStage.current = stage;
  }, [stage, runState]);
  const nextScreen = sheet && findNextScreen(sheet);
  useEffect(() => {
    // An address without a step opens the step with the next task.
    if (step === '' && nextScreen !== undefined && stage !== 'reading') {
      go(`/sheets/${id}/${nextScreen}`, { replace: true });
    }
  }, [id, step, stage, nextScreen]);

  const { error } = query;
  const isGone = isDeleted || (error instanceof RefusedRequest && error.code === 'not_found');
  useEffect(() => {
    if (isGone) dropMatchDraft(id);
  }, [id, isGone]);
  if (isGone) {
    return (
      <>
        <Title
          key="unknown"
          title={t(($) => (sheet === undefined ? $.oneSheet.unknown : $.oneSheet.deleted))}
          lead={sheet === undefined ? t(($) => $.oneSheet.unknownLead) : sheet.name}
        />
        <a class="button" href="/">
          {t(($) => $.frame.notFound.go)}
        </a>
      </>
    );
  }
  if (sheet === undefined) {
    return (
      <>
        {/* With another key, the title with the sheet's name is a new component, which takes the focus. */}
        <Title key="unknown" title={t(($) => $.oneSheet.title)} />
        <QueryPlaceholder query={query} text={t(($) => $.oneSheet.loading)} />
      </>
    );
  }
  const { Screen, title, help = 'match' } = steps[step] ?? {};
  const part = title && t(($) => $.oneSheet.steps[title]);
  const isReading = sheet.stage === 'reading';
  const shown = isReading && readingSteps.has(step) ? (lastRead.current ?? sheet) : sheet;
  return (
    <>
      <Title title={sheet.name} part={part} lead={<SheetFacts sheet={shown} />}>
        <HelpLink section={help} about={part ?? t(($) => $.oneSheet.steps.match)} />
        <DeleteSheet sheet={sheet} />
      </Title>
      <Steps sheet={shown} step={step} isReading={isReading} />
      {shown.restored !== undefined && (
        <div class="notes">
          <RestoreNote
            hold={shown.restored}
            path={`${getApiPath(shown)}/restore-check`}
            newSheetsPath={`${getApiPath(shown)}/new-sheets-check`}
            mayConfirm={may('edit')}
            onConfirmed={query.refetch}
          />
        </div>
      )}
      <SheetNotes sheet={shown} step={step} />
      {shown.stage === 'reading' ? (
        <Loading text={t(($) => $.oneSheet.loadingRows)} />
      ) : shown.stage === 'unreadable' ? null : Screen === undefined ? (
        <Empty title={t(($) => $.oneSheet.unknownStep)} />
      ) : (
        <Screen key={step} sheet={shown} isReading={isReading} rows={rows} setData={setData} />
      )}
    </>
  );
}

function SheetFacts({ sheet }: { sheet: Sheet }) {
  const { worksheet, rows, uploadedBy, uploadedAt } = sheet;
  const counts = describeCounts(sheet.counts);
  return (
    <>
      {worksheet !== undefined && <>{t(($) => $.oneSheet.facts.worksheet, { worksheet })} </>}
      {rows > 0 && <>{t(($) => $.oneSheet.facts.rows, { count: rows })} </>}
      {counts !== '' && <>{t(($) => $.oneSheet.facts.counts, { counts })} </>}
      <Text
        text={t(($) => $.oneSheet.facts.uploaded, { name: uploadedBy })}
        elements={{ time: <Moment of={uploadedAt} /> }}
      />
    </>
  );
}

function SheetNotes({ sheet, step }: { sheet: Sheet; step: string }) {
  const { stage, deletedDataAt, unconfirmed } = sheet;
  // The step Match itself shows what is wrong with the columns.
  const refused = stage === 'match' && step === 'match' ? undefined : sheet.refused;
  const notes = readingSteps.has(step)
    ? sheet.notes.filter((note) => note.step === undefined || note.step === step)
    : [];
  const texts = notes.map(({ text }) => text);
  if (readingSteps.has(step) && unconfirmed > 0) {
    texts.unshift(t(($) => $.oneSheet.unconfirmed, { count: unconfirmed }));
  }
  const isEmpty = refused === undefined && texts.length === 0 && deletedDataAt === undefined;
  if (isEmpty) return null;
  return (
    <div class="notes">
      {refused !== undefined && <ErrorNote error={refused} />}
      {deletedDataAt !== undefined && (
        <Note>
          <Text
            text={t(($) => $.oneSheet.deletedData)}
            elements={{ time: <Moment of={deletedDataAt} /> }}
          />
        </Note>
      )}
      <StepNotes sheet={sheet} texts={texts} />
    </div>
  );
}
