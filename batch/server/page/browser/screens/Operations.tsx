import { useEffect, useState } from 'preact/hooks';
import type { Operations as OperationsData } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { listen } from '../app/live.js';
import { type Query, useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { formatNumber, plural } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Dialog } from '../parts/Dialog.js';
import { ErrorNote, Loading, Note } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { Title } from '../parts/Title.js';
import { FailedRuns } from './FailedRuns.js';
import { LimitsForm } from './LimitsForm.js';
import { RetryTable } from './RetryTable.js';
import { WorkerTable } from './WorkerTable.js';

const path = '/api/operations';
const lead = 'What this server does now, and how to slow it down or stop it.';
/** The screen also loads its data at this interval, because a worker that dies sends no event. */
const refreshMs = 10_000;
/** Events in this time cause only one request, because an active run sends several a second. */
const bundleMs = 1_000;

/** The processes of the server, and the actions of administrators on all runs. */
export function Operations() {
  if (may('administer')) return <Current />;
  return (
    <>
      <Title title="Operations" lead={lead} />
      <Note>Only administrators can see the operations of the server.</Note>
    </>
  );
}

function Current() {
  const { data, error, refetch, setData } = useOperations();
  return (
    <>
      <Title title="Operations" lead={lead}>
        {data !== undefined && <PauseButton operations={data} setData={setData} />}
      </Title>
      {data !== undefined ? (
        <>
          <PauseNote operations={data} />
          <Figures operations={data} />
          <WorkerTable operations={data} setData={setData} />
          <RetryTable operations={data} setData={setData} />
          <FailedRuns runs={data.failedRuns} />
          <LimitsForm limits={data.limits} setData={setData} />
        </>
      ) : error === undefined ? (
        <Loading text="Loading the operations…" />
      ) : (
        <ErrorNote error={error} refetch={refetch} />
      )}
    </>
  );
}

/** Loads the operations, and loads them again after changes and at intervals. */
function useOperations(): Query<OperationsData> {
  const query = useQuery<OperationsData>(path);
  const { refetch } = query;
  useEffect(() => {
    let nextRefetch: ReturnType<typeof setTimeout> | undefined;
    const leave = listen('all', () => {
      nextRefetch ??= setTimeout(() => {
        nextRefetch = undefined;
        refetch();
      }, bundleMs);
    });
    const interval = setInterval(refetch, refreshMs);
    return () => {
      leave();
      clearTimeout(nextRefetch);
      clearInterval(interval);
    };
  }, [refetch]);
  return query;
}

interface ChangeProps {
  readonly operations: OperationsData;
  readonly setData: (operations: OperationsData) => void;
}

function PauseButton({ operations: { pause, activeRuns }, setData }: ChangeProps) {
  const [isAsking, setAsking] = useState(false);
  if (pause !== null) {
    return (
      <ActionButton
        kind="primary"
        isDisabled={pause.endingRuns > 0}
        act={async () => {
          setData(await ask<OperationsData>('POST', `${path}/resume`));
          announce('All runs are resumed.');
        }}
      >
        Resume all runs
      </ActionButton>
    );
  }
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          setAsking(true);
        }}
      >
        Pause all runs…
      </button>
      {isAsking && (
        <Dialog
          title="Pause all runs?"
          button="Pause all runs"
          act={async () => {
            setData(await ask<OperationsData>('POST', `${path}/pause`));
            announce('All runs are paused.');
          }}
          close={() => {
            setAsking(false);
          }}
        >
          <p>
            {activeRuns === 0
              ? 'No run is active now.'
              : `${plural(activeRuns, 'active run')} finish${activeRuns === 1 ? 'es' : ''} the requests in flight, then ${activeRuns === 1 ? 'waits' : 'wait'}.`}{' '}
            Until you resume, nobody can start a run, and rounds of schedules wait. Decisions and
            invitations that people send are not held back.
          </p>
        </Dialog>
      )}
    </>
  );
}

function PauseNote({ operations: { pause } }: Pick<ChangeProps, 'operations'>) {
  if (pause === null) return null;
  const { by, at, runs, endingRuns } = pause;
  return (
    <Note>
      <p>
        {by} has paused all runs, <Moment of={at} />.{' '}
        {endingRuns > 0
          ? `${plural(endingRuns, 'run still finishes', 'runs still finish')} the requests in flight.`
          : runs > 0
            ? `${plural(runs, 'run waits', 'runs wait')} to be resumed.`
            : 'No run was active.'}
      </p>
    </Note>
  );
}

function Figures({ operations: { activeRuns, slices } }: Pick<ChangeProps, 'operations'>) {
  const figures = [
    ['Active runs', activeRuns],
    ...(slices === null
      ? []
      : ([
          ['Slices in hand', slices.held],
          ['Wait for a worker', slices.waiting],
          ['Wait for a time', slices.later],
        ] as const)),
  ] as const;
  return (
    <Section
      title="Now"
      about={
        slices === null
          ? undefined
          : 'A slice is the part of a run that one worker has at a time. Slices wait for a time before another try, or until the service has scores.'
      }
    >
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
