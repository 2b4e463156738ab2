import type { RiskMap } from '../../../contract/shapes.js';
import { nameRisk, nameRisks, overallRisk } from '../app/riskNames.js';
import type { Query } from '../app/query.js';
import { formatScore, formatNumber } from '../app/words.js';
import { t } from '../language/language.js';
import { Empty, QueryPlaceholder } from '../parts/Notes.js';
import { Score, ScoreCell } from '../parts/Score.js';

export function RiskCharts({ query }: { query: Query<RiskMap> }) {
  const { data: risks } = query;
  if (risks === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.results.risks.loading)} />;
  }
  if (risks.scored === 0) {
    return (
      <Empty title={t(($) => $.results.risks.none)}>
        <p>{t(($) => $.results.risks.noneHint)}</p>
      </Empty>
    );
  }
  return (
    <div class="pictures columns">
      <Bands risks={risks} />
      <Kinds risks={risks} />
      <Destinations risks={risks} />
    </div>
  );
}

function Bands({ risks: { bands, scored, rows, mean } }: { risks: RiskMap }) {
  return (
    <section class="card padded stack" aria-labelledby="bands">
      <h2 id="bands">{t(($) => $.results.risks.bands)}</h2>
      <p class="muted">
        {mean === undefined
          ? t(($) => $.results.risks.scored, { scored, count: rows })
          : t(($) => $.results.risks.mean, { scored, count: rows, mean: formatScore(mean) })}
      </p>
      <dl class="figures">
        {bands.map(({ name, from, to, rows: rowsInBand }) => (
          <div key={name} class={`band is-${name}`}>
            <dt>
              {t(($) => $.results.risks.band, { from: formatScore(from), to: formatScore(to) })}
            </dt>
            <dd>{formatNumber(rowsInBand)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Kinds({ risks }: { risks: RiskMap }) {
  return (
    <section class="card padded stack" aria-labelledby="kinds">
      <h2 id="kinds">{t(($) => $.results.risks.kinds)}</h2>
      <table class="measures">
        <thead>
          <tr>
            <th scope="col">{t(($) => $.results.risks.kind)}</th>
            <th scope="col">
              <span class="unseen">{t(($) => $.results.risks.bar)}</span>
            </th>
            <th scope="col" class="number">
              {t(($) => $.results.risks.meanHead)}
            </th>
            <th scope="col" class="number">
              {t(($) => $.results.risks.highest)}
            </th>
          </tr>
        </thead>
        <tbody>
          {risks.risks.map(({ kind, label, mean, highest }) => (
            <tr key={kind}>
              <th scope="row">{nameRisk(kind, label)}</th>
              <td aria-hidden="true">
                <span class="measure">
                  <i style={{ width: `${Math.min(100, mean * 10)}%` }} />
                </span>
              </td>
              <td class="number">{formatScore(mean)}</td>
              <td class="number">{formatScore(highest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Destinations({ risks: { destinations, labels } }: { risks: RiskMap }) {
  const names = nameRisks(labels);
  const kinds = Object.entries(names).filter(([name]) => name !== overallRisk);
  return (
    <section class="card wide" aria-labelledby="destinations">
      <h2 id="destinations">{t(($) => $.results.risks.destinations)}</h2>
      <p class="under">{t(($) => $.results.risks.destinationsHint)}</p>
      <div
        class="scroll"
        tabIndex={0}
        role="region"
        aria-label={t(($) => $.results.risks.destinationsTable)}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.results.risks.destination)}</th>
              <th scope="col" class="number">
                {t(($) => $.results.risks.rows)}
              </th>
              <th scope="col" class="number">
                {names[overallRisk]}
              </th>
              {kinds.map(([name, label]) => (
                <th key={name} scope="col" class="heat-head">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {destinations.map(({ destination, rows, means }) => (
              <tr key={destination}>
                <th scope="row">{destination}</th>
                <td class="number">{formatNumber(rows)}</td>
                <td class="number">
                  <Score score={means[overallRisk] ?? 0} />
                </td>
                {kinds.map(([name]) => (
                  <ScoreCell key={name} score={means[name]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
