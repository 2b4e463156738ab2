import type { Round } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { formatScore, plural, formatNumber } from '../app/words.js';
import { Empty, Loading, ErrorNote } from '../parts/Notes.js';
import { Change } from '../parts/Score.js';
import { Moment } from '../parts/Time.js';
import { Person } from './Person.js';
import { ReassessNow } from './ReassessNow.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { ScheduleForm } from './ScheduleForm.js';

/** The step Reassess: reassesses a sheet now or regularly, and shows the changes of each round. */
export function Reassess({ sheet, setData }: SheetProps) {
  const { data, error, refetch } = useQuery<{ rounds: Round[] }>(`${getApiPath(sheet)}/rounds`, {
    dependsOn: [sheet.lastRunAt, sheet.run?.state],
  });
  return (
    <div class="reassess columns">
      <div class="columns">
        <ReassessNow sheet={sheet} setData={setData} />
        <ScheduleForm key={sheet.schedule?.nextAt ?? ''} sheet={sheet} />
      </div>
      <section aria-labelledby="rounds" class="columns">
        <h2 id="rounds">Rounds</h2>
        {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
        {data === undefined && error === undefined && <Loading what="the rounds" />}
        {data?.rounds.length === 0 && (
          <Empty title="No rounds yet">
            <p>
              Each assessment of the sheet is a round. From the second on, you see here what has
              changed.
            </p>
          </Empty>
        )}
        {data?.rounds.map((round) => (
          <RoundCard key={round.number} round={round} resultsPath={getStepPath(sheet, 'results')} />
        ))}
      </section>
    </div>
  );
}

function RoundCard({ round, resultsPath }: { round: Round; resultsPath: string }) {
  const { name, assessed, risen, fallen, same, changes } = round;
  return (
    <article class="card">
      <h3 class="round-title">
        Round {round.number}
        {name !== undefined && ` (${name})`}
      </h3>
      <p class="under">
        {round.startedBy}, <Moment of={round.startedAt} />
        {round.endedAt === undefined ? ', under way' : ''}. {plural(assessed, 'row')} assessed
        {risen + fallen + same > 0 &&
          `: ${formatNumber(risen)} risen, ${formatNumber(fallen)} fallen, ${formatNumber(same)} the same`}
        .
      </p>
      {changes.length > 0 && (
        <div class="scroll">
          <table>
            <caption class="unseen">What round {round.number} has changed</caption>
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">Destination</th>
                <th scope="col" class="number">
                  Before
                </th>
                <th scope="col" class="number">
                  Now
                </th>
                <th scope="col" class="number">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.row}>
                  <th scope="row">
                    <a href={`${resultsPath}?row=${change.row}`}>
                      <Person of={change} />
                    </a>
                  </th>
                  <td>{change.destination}</td>
                  <td class="number">{formatScore(change.before)}</td>
                  <td class="number">{formatScore(change.now)}</td>
                  <td class="number">
                    <Change change={change.by} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </article>
  );
}
