import type { Operations } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { formatNumber, wordDueTry } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';

/** The sheets whose rows are tried again, now or later, with the reason. */
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
    announce('The slices that waited are tried now.');
  };
  return (
    <Section title="Tried again" hasTable>
      {retries.length === 0 ? (
        <p class="table-head muted">Nothing has to be tried again.</p>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Sheet</th>
              <th scope="col">Why</th>
              {isShared && (
                <>
                  <th scope="col">Slices</th>
                  <th scope="col">Tries</th>
                  <th scope="col">Next try</th>
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
                <td>{why}</td>
                {isShared && (
                  <>
                    <td data-label="Slices">{formatNumber(count ?? 0)}</td>
                    <td data-label="Tries">{formatNumber(tries ?? 0)}</td>
                    <td data-label="Next try">
                      {nextAt === null ? wordDueTry(pause !== null) : <Moment of={nextAt} />}
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
          <ActionButton act={retry}>Retry all now</ActionButton>
        </div>
      )}
    </Section>
  );
}
