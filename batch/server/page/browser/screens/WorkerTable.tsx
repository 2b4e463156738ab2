import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { formatNumber } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';

type Worker = Operations['workers'][number];

/**
 * The workers and the number of their slices. An administrator drains a worker before it is stopped. A server on one
 * machine has no workers, so the table shows its own process.
 */
export function WorkerTable({
  operations: { workers, slices },
  setData,
}: {
  operations: Operations;
  setData: (operations: Operations) => void;
}) {
  const isShared = slices !== null;
  return (
    <Section title={isShared ? 'Workers' : 'Process'} hasTable>
      {workers.length === 0 ? (
        <Empty title="No worker runs">
          <p>Nothing is sent until somebody starts one with rwa worker.</p>
        </Empty>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Machine</th>
              <th scope="col">State</th>
              <th scope="col">{isShared ? 'Slices in hand' : 'Runs in hand'}</th>
              <th scope="col">Started</th>
              <th scope="col">Last seen</th>
              {isShared && (
                <th scope="col">
                  <span class="unseen">Actions</span>
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
                    process {worker.pid}, version {worker.version}
                  </small>
                </th>
                <td>
                  <StateTag worker={worker} isShared={isShared} />
                </td>
                <td data-label={isShared ? 'Slices in hand' : 'Runs in hand'}>
                  {formatNumber(worker.inHand)}
                </td>
                <td data-label="Started">
                  <Moment of={worker.startedAt} />
                </td>
                <td data-label="Last seen">
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
        <span class="tag no">Dead</span>
        <small>A day later, the next worker that starts removes it here.</small>
      </>
    );
  }
  if (state === 'silent') {
    return (
      <>
        <span class="tag warn">Silent</span>
        <small>Frozen, dead, or without the database: others get its slices.</small>
      </>
    );
  }
  if (isTokenRefused) {
    return (
      <>
        <span class="tag no">Token refused</span>
        <small>
          {isShared
            ? 'The service refuses its company token, or knows another company by it, so others get its slices. Correct the token, then start this worker again.'
            : 'The service refuses the company token, so nothing is sent. Correct the token, then start the server again.'}
        </small>
      </>
    );
  }
  if (!isDraining) return <span class="tag yes">{inHand > 0 ? 'Working' : 'Ready'}</span>;
  if (inHand === 0) return <span class="tag">Drained</span>;
  return (
    <>
      <span class="tag warn">Draining</span>
      <small>It takes no new slices.</small>
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
  const name = `${host}, process ${pid}`;
  const change = async () => {
    const path = `/api/operations/workers/${encodeURIComponent(id)}`;
    setData(await ask<Operations>('PUT', path, { isDraining: !isDraining }));
    announce(isDraining ? `${name} takes slices again.` : `${name} takes no new slices.`);
  };
  return (
    <ActionButton
      kind="small"
      label={isDraining ? `Take slices again: ${name}` : `Drain ${name}`}
      act={change}
    >
      {isDraining ? 'Take slices again' : 'Drain'}
    </ActionButton>
  );
}
