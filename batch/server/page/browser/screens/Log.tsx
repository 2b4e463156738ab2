import { useState } from 'preact/hooks';
import type { Log as LogPage } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { localizeTimes } from '../app/time.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, Note, QueryPlaceholder } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Moment } from '../parts/Time.js';

export function Log() {
  return (
    <>
      <Title title={t(($) => $.frame.screens.log)} lead={t(($) => $.log.lead)} />
      {may('administer') ? <Entries /> : <Note>{t(($) => $.log.onlyAdministrators)}</Note>}
    </>
  );
}

function Entries() {
  const query = useQuery<LogPage>('/api/log');
  const { data } = query;
  const [loaded, setLoaded] = useState<{ first: LogPage; more: LogPage }>();
  if (data === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.log.loading)} />;
  }
  // After the first page is loaded again, for example in another language, the older entries may no longer follow it.
  const more = loaded?.first === data ? loaded.more : undefined;
  const next = more === undefined ? data.next : more.next;
  const entries = [...data.entries, ...(more?.entries ?? [])];
  const showMore = async () => {
    const page = await ask<LogPage>('GET', `/api/log?after=${encodeURIComponent(next ?? '')}`);
    const entriesAfter = [...(more?.entries ?? []), ...page.entries];
    setLoaded({ first: data, more: { entries: entriesAfter, next: page.next } });
  };
  if (entries.length === 0) return <Empty title={t(($) => $.log.empty)} />;
  return (
    <div class="card scroll">
      <table class="stacked">
        <caption class="unseen">{t(($) => $.log.caption)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.log.who)}</th>
            <th scope="col">{t(($) => $.log.what)}</th>
            <th scope="col">{t(($) => $.log.sheet)}</th>
            <th scope="col">{t(($) => $.log.when)}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, who, action, sheet }) => (
            <tr key={id}>
              <th scope="row">{who}</th>
              <td>{localizeTimes(action)}</td>
              <td>
                {sheet !== undefined && (
                  <a href={`/sheets/${encodeURIComponent(sheet.id)}`}>{sheet.name}</a>
                )}
              </td>
              <td class="muted">
                <Moment of={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next !== null && (
        <div class="pager">
          <ActionButton act={showMore}>{t(($) => $.log.more)}</ActionButton>
        </div>
      )}
    </div>
  );
}
