import { useState } from 'preact/hooks';
import { scheduleName } from '../../../contract/scheduleName.js';
import type { Round, SheetSchedule } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { formatScore } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { Change } from '../parts/Score.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';
import { Person } from './Person.js';
import { ReassessNow } from './ReassessNow.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { ScheduleForm } from './ScheduleForm.js';

export function Reassess({ sheet, setData }: SheetProps) {
  const query = useQuery<{ rounds: Round[] }>(`${getApiPath(sheet)}/rounds`, {
    dependsOn: [sheet.lastRunAt, sheet.run?.state],
  });
  const { data } = query;
  const [saved, setSaved] = useState<SheetSchedule>();
  return (
    <>
      <ReassessNow sheet={sheet} setData={setData} />
      <ScheduleForm
        key={sheet.schedule?.nextAt ?? ''}
        sheet={sheet}
        saved={saved}
        onSaved={setSaved}
      />
      <Section title={t(($) => $.reassess.rounds)} about={t(($) => $.reassess.roundsAbout)}>
        {data === undefined && (
          <QueryPlaceholder query={query} text={t(($) => $.reassess.loadingRounds)} />
        )}
        {data?.rounds.length === 0 && <p class="muted">{t(($) => $.reassess.noRounds)}</p>}
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

/** The page shows the time of the round instead of a name that begins with a time. */
const beginsWithTime = /^\d{4}-\d{2}-\d{2}T/;

function RoundReport({ round, resultsPath }: { round: Round; resultsPath: string }) {
  const { number, name, assessed, risen, fallen, same, changes } = round;
  const isNamed = name !== undefined && !beginsWithTime.test(name);
  return (
    <article class="round">
      <h3>
        {isNamed
          ? t(($) => $.reassess.round.titleWithName, { round: number, name })
          : t(($) => $.reassess.round.title, { round: number })}
      </h3>
      <p class="muted">
        <Text
          text={t(
            ($) =>
              round.endedAt === undefined ? $.reassess.round.underWay : $.reassess.round.started,
            {
              name:
                round.startedBy === scheduleName
                  ? t(($) => $.reassess.round.schedule)
                  : round.startedBy,
            },
          )}
          elements={{ time: <Moment of={round.startedAt} /> }}
        />{' '}
        {risen + fallen + same > 0
          ? t(($) => $.reassess.round.compared, { count: assessed, risen, fallen, same })
          : t(($) => $.reassess.round.assessed, { count: assessed })}
      </p>
      {changes.length > 0 && (
        <div class="scroll">
          <table>
            <caption class="unseen">
              {t(($) => $.reassess.round.caption, { round: number })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.reassess.round.person)}</th>
                <th scope="col">{t(($) => $.reassess.round.destination)}</th>
                <th scope="col" class="number">
                  {t(($) => $.reassess.round.before)}
                </th>
                <th scope="col" class="number">
                  {t(($) => $.reassess.round.now)}
                </th>
                <th scope="col" class="number">
                  {t(($) => $.reassess.round.change)}
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
