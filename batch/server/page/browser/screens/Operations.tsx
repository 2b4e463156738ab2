import { useEffect } from 'preact/hooks';
import type { Operations as OperationsData } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { listen } from '../app/live.js';
import { type Query, useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { formatNumber } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton } from '../parts/ActionButton.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { Title } from '../parts/Title.js';
import { FailedRuns } from './FailedRuns.js';
import { LimitsForm } from './LimitsForm.js';
import { RetryTable } from './RetryTable.js';
import { WorkerTable } from './WorkerTable.js';

const path = '/api/operations';
/** A worker that dies sends no event. */
const refreshMs = 10_000;
/** Events within this time cause only one request: a run sends several a second. */
const bundleMs = 1_000;

export function Operations() {
  if (may('administer')) return <CurrentOperations />;
  return (
    <>
      <Title title={t(($) => $.frame.screens.operations)} lead={t(($) => $.operations.lead)} />
      <Note>{t(($) => $.operations.administratorsOnly)}</Note>
    </>
  );
}

function CurrentOperations() {
  const query = useOperations();
  const { data, setData } = query;
  return (
    <>
      <Title title={t(($) => $.frame.screens.operations)} lead={t(($) => $.operations.lead)}>
        {data !== undefined && <PauseButton operations={data} setData={setData} />}
      </Title>
      {data === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.operations.loading)} />
      ) : (
        <>
          <PauseNote operations={data} />
          <Figures operations={data} />
          <WorkerTable operations={data} setData={setData} />
          <RetryTable operations={data} setData={setData} />
          <FailedRuns runs={data.failedRuns} />
          <LimitsForm limits={data.limits} setData={setData} />
        </>
      )}
    </>
  );
}

function useOperations(): Query<OperationsData> {
  const query = useQuery<OperationsData>(path);
  const { refetch } = query;
  useEffect(() => {
    let nextRefetch: ReturnType<typeof setTimeout> | undefined;
    const stopListening = listen('all', () => {
      nextRefetch ??= setTimeout(() => {
        nextRefetch = undefined;
        refetch();
      }, bundleMs);
    });
    const interval = setInterval(refetch, refreshMs);
    return () => {
      stopListening();
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
  if (pause !== null) {
    return (
      <ActionButton
        kind="primary"
        isDisabled={pause.endingRuns > 0}
        act={async () => {
          setData(await ask<OperationsData>('POST', `${path}/resume`));
          announce(t(($) => $.operations.pause.resumed));
        }}
      >
        {t(($) => $.operations.pause.resume)}
      </ActionButton>
    );
  }
  return (
    <ConfirmButton
      kind=""
      text={t(($) => $.operations.pause.button)}
      title={t(($) => $.operations.pause.question)}
      button={t(($) => $.operations.pause.confirm)}
      isDestructive={false}
      act={async () => {
        setData(await ask<OperationsData>('POST', `${path}/pause`));
        announce(t(($) => $.operations.pause.done));
      }}
    >
      {activeRuns === 0
        ? t(($) => $.operations.pause.noActiveRun)
        : t(($) => $.operations.pause.activeRuns, { count: activeRuns })}{' '}
      {t(($) => $.operations.pause.consequence)}
    </ConfirmButton>
  );
}

function PauseNote({ operations: { pause } }: Pick<ChangeProps, 'operations'>) {
  if (pause === null) return null;
  const { by, at, runs, endingRuns } = pause;
  return (
    <Note>
      <p>
        <Text
          text={t(($) => $.operations.pause.by, { by })}
          elements={{ time: <Moment of={at} /> }}
        />{' '}
        {endingRuns > 0
          ? t(($) => $.operations.pause.ending, { count: endingRuns })
          : runs > 0
            ? t(($) => $.operations.pause.waiting, { count: runs })
            : t(($) => $.operations.pause.noRun)}
      </p>
    </Note>
  );
}

function Figures({ operations: { activeRuns, slices } }: Pick<ChangeProps, 'operations'>) {
  const figures = [
    [t(($) => $.operations.figures.activeRuns), activeRuns],
    ...(slices === null
      ? []
      : ([
          [t(($) => $.operations.figures.held), slices.held],
          [t(($) => $.operations.figures.waiting), slices.waiting],
          [t(($) => $.operations.figures.later), slices.later],
        ] as const)),
  ] as const;
  return (
    <Section
      title={t(($) => $.operations.figures.title)}
      about={slices === null ? undefined : t(($) => $.operations.figures.about)}
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
