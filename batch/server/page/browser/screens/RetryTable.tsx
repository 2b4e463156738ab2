import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { localizeTimes } from '../app/time.js';
import { formatNumber, describeDueRetry } from '../app/words.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';

export function RetryTable({
  operations: { retries, slices, pause },
  setData,
}: {
  operations: Operations;
  setData: (operations: Operations) => void;
}) {
  const isShared = slices !== null;
  const retry = async () => {
    setData(await ask<Operations>('POST', '/api/operations/retries'));
    announce(t(($) => $.operations.retries.retried));
  };
  return (
    <Section title={t(($) => $.operations.retries.title)} hasTable>
      {retries.length === 0 ? (
        <p class="table-head muted">{t(($) => $.operations.retries.none)}</p>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t(($) => $.operations.retries.sheet)}</th>
              <th scope="col">{t(($) => $.operations.retries.why)}</th>
              {isShared && (
                <>
                  <th scope="col">{t(($) => $.operations.retries.slices)}</th>
                  <th scope="col">{t(($) => $.operations.retries.tries)}</th>
                  <th scope="col">{t(($) => $.operations.retries.nextTry)}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {retries.map(({ sheet, why, slices: count, tries, nextAt }) => (
              <tr key={`${sheet.id} ${why}`}>
                <th scope="row">
                  <a href={`/sheets/${encodeURIComponent(sheet.id)}/watch`}>{sheet.name}</a>
                </th>
                <td>{localizeTimes(why)}</td>
                {isShared && (
                  <>
                    <td data-label={t(($) => $.operations.retries.slices)}>
                      {formatNumber(count ?? 0)}
                    </td>
                    <td data-label={t(($) => $.operations.retries.tries)}>
                      {formatNumber(tries ?? 0)}
                    </td>
                    <td data-label={t(($) => $.operations.retries.nextTry)}>
                      {nextAt === null ? describeDueRetry(pause !== null) : <Moment of={nextAt} />}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {retries.some(({ nextAt }) => nextAt !== null) && (
        <div class="pager">
          <ActionButton act={retry}>{t(($) => $.operations.retries.retryAll)}</ActionButton>
        </div>
      )}
    </Section>
  );
}
