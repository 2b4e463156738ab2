import type { Operations } from '../../../contract/shapes.js';
import { localizeTimes } from '../app/time.js';
import { t } from '../language/language.js';
import { Section } from '../parts/Section.js';
import { Moment } from '../parts/Time.js';

export function FailedRuns({ runs }: { runs: Operations['failedRuns'] }) {
  return (
    <Section title={t(($) => $.operations.failedRuns.title)}>
      {runs.length === 0 ? (
        <p class="muted">{t(($) => $.operations.failedRuns.none)}</p>
      ) : (
        <ul class="list">
          {runs.map(({ id, sheet, endedAt, messages }) => (
            <li key={id}>
              <span>
                <a href={`/sheets/${encodeURIComponent(sheet.id)}/watch`}>{sheet.name}</a>
                <small>
                  <Moment of={endedAt} />
                </small>
                {messages.map((sentence) => (
                  <p key={sentence}>{localizeTimes(sentence)}</p>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
