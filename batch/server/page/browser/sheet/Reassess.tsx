import type { Round } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { formatScore, plural, formatNumber } from '../app/words.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Change } from '../parts/Score.js';
import { Section } from '../parts/Section.js';
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
    <>
      <ReassessNow sheet={sheet} setData={setData} />
      <ScheduleForm key={sheet.schedule?.nextAt ?? ''} sheet={sheet} />
      <Section title="Rounds" about="From the second round on, you see here what has changed.">
        {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
        {data === undefined && error === undefined && <Loading text="Loading the rounds…" />}
        {data?.rounds.length === 0 && <p class="muted">No rounds yet.</p>}
        {data?.rounds.map((round) => (
          <RoundReport
            key={round.number}
            round={round}
            resultsPath={getStepPath(sheet, 'results')}
          />
        ))}
      </Section>
    </>
  );
}

/** The start of a name that the server has made up from the time, which is shown beside it. */
const beginsWithTime = /^\d{4}-\d{2}-\d{2}T/;

function RoundReport({ round, resultsPath }: { round: Round; resultsPath: string }) {
  const { name, assessed, risen, fallen, same, changes } = round;
  return (
    <article class="round">
      <h3>
        Round {round.number}
        {name !== undefined && !beginsWithTime.test(name) && ` (${name})`}
      </h3>
      <p class="muted">
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
