import { overallRisk } from '../app/riskNames.js';
import { formatScore } from '../app/words.js';
import { t } from '../language/language.js';

export function RowScores({
  scores,
  labels,
}: {
  scores: Readonly<Record<string, number>>;
  labels: Readonly<Record<string, string>>;
}) {
  const risks = Object.entries(labels).flatMap(([name, label]) => {
    const score = scores[name];
    return score === undefined || name === overallRisk ? [] : [{ name, label, score }];
  });
  if (risks.length === 0) return null;
  return (
    <section aria-labelledby="scores">
      <h3 id="scores">{t(($) => $.row.scores.title)}</h3>
      <table class="measures">
        <caption class="unseen">{t(($) => $.row.scores.table)}</caption>
        <tbody>
          {risks.map(({ name, label, score }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td aria-hidden="true">
                <span class="measure">
                  <i style={{ width: `${Math.min(100, score * 10)}%` }} />
                </span>
              </td>
              <td class="number">{formatScore(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
