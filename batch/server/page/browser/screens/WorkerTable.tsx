import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { formatNumber } from '../app/words.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';

type Worker = Operations['workers'][number];

/** A server on one machine has no workers, so the table shows its process and the number of its runs. */
export function WorkerTable({
  operations: { workers, slices },
  setData,
}: {
  operations: Operations;
  setData: (operations: Operations) => void;
}) {
  const isShared = slices !== null;
  const workHeading = t(($) =>
    isShared ? $.operations.workers.slices : $.operations.workers.runs,
  );
  return (
    <Section
      title={t(($) => (isShared ? $.operations.workers.title : $.operations.workers.processTitle))}
      hasTable
    >
      {workers.length === 0 ? (
        <Empty title={t(($) => $.operations.workers.none)}>
          <p>{t(($) => $.operations.workers.noneHint)}</p>
        </Empty>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t(($) => $.operations.workers.machine)}</th>
              <th scope="col">{t(($) => $.operations.workers.state)}</th>
              <th scope="col">{workHeading}</th>
              <th scope="col">{t(($) => $.operations.workers.started)}</th>
              <th scope="col">{t(($) => $.operations.workers.seen)}</th>
              {isShared && (
                <th scope="col">
                  <span class="unseen">{t(($) => $.operations.workers.actions)}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.id}>
                <th scope="row">
                  {worker.host}
                  <small>
                    {t(($) => $.operations.workers.process, {
                      pid: worker.pid,
                      version: worker.version,
                    })}
                  </small>
                </th>
                <td>
                  <StateTag worker={worker} isShared={isShared} />
                </td>
                <td data-label={workHeading}>{formatNumber(worker.inHand)}</td>
                <td data-label={t(($) => $.operations.workers.started)}>
                  <Moment of={worker.startedAt} />
                </td>
                <td data-label={t(($) => $.operations.workers.seen)}>
                  <Moment of={worker.seenAt} />
                </td>
                {isShared && (
                  <td>
                    {worker.state !== 'dead' && <DrainButton worker={worker} setData={setData} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function StateTag({
  worker: { state, isDraining, isTokenRefused, inHand },
  isShared,
}: {
  worker: Worker;
  isShared: boolean;
}) {
  if (state === 'dead') {
    return (
      <>
        <span class="tag no">{t(($) => $.operations.workerStates.dead)}</span>
        <small>{t(($) => $.operations.workerStates.deadHint)}</small>
      </>
    );
  }
  if (state === 'silent') {
    return (
      <>
        <span class="tag warn">{t(($) => $.operations.workerStates.silent)}</span>
        <small>{t(($) => $.operations.workerStates.silentHint)}</small>
      </>
    );
  }
  if (isTokenRefused) {
    return (
      <>
        <span class="tag no">{t(($) => $.operations.workerStates.tokenRefused)}</span>
        <small>
          {t(($) =>
            isShared
              ? $.operations.workerStates.workerTokenRefusedHint
              : $.operations.workerStates.serverTokenRefusedHint,
          )}
        </small>
      </>
    );
  }
  if (!isDraining) {
    return (
      <span class="tag yes">
        {t(($) =>
          inHand > 0 ? $.operations.workerStates.working : $.operations.workerStates.ready,
        )}
      </span>
    );
  }
  if (inHand === 0) return <span class="tag">{t(($) => $.operations.workerStates.drained)}</span>;
  return (
    <>
      <span class="tag warn">{t(($) => $.operations.workerStates.draining)}</span>
      <small>{t(($) => $.operations.workerStates.drainingHint)}</small>
    </>
  );
}

function DrainButton({
  worker: { id, host, pid, isDraining },
  setData,
}: {
  worker: Worker;
  setData: (operations: Operations) => void;
}) {
  const name = t(($) => $.operations.workers.name, { host, pid });
  const change = async () => {
    const path = `/api/operations/workers/${encodeURIComponent(id)}`;
    setData(await ask<Operations>('PUT', path, { isDraining: !isDraining }));
    announce(
      t(($) => (isDraining ? $.operations.workers.undrained : $.operations.workers.drained), {
        worker: name,
      }),
    );
  };
  return (
    <ActionButton
      kind="small"
      label={t(
        ($) => (isDraining ? $.operations.workers.undrainLabel : $.operations.workers.drainLabel),
        { worker: name },
      )}
      act={change}
    >
      {t(($) => (isDraining ? $.operations.workers.undrain : $.operations.workers.drain))}
    </ActionButton>
  );
}
