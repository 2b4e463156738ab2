import { useState } from 'preact/hooks';
import type { ServerCheckResult } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Section } from '../parts/Section.js';

type Finding = ServerCheckResult['findings'][number];

export function ConnectionCheck() {
  const [findings, setFindings] = useState<readonly Finding[]>();
  const check = async () => {
    setFindings(undefined);
    const result = await ask<ServerCheckResult>('GET', '/api/settings/check');
    setFindings(result.findings);
    announce(summarize(result.findings));
  };
  return (
    <Section title={t(($) => $.settings.check.title)} about={t(($) => $.settings.check.about)}>
      <ActionButton act={check}>{t(($) => $.settings.check.button)}</ActionButton>
      {findings !== undefined && (
        <>
          <p>{summarize(findings)}</p>
          <ul class="list">
            {findings.map(({ check, state, message }) => (
              <li key={check + message}>
                <span>
                  <Text
                    text={t(($) => $.settings.check.finding)}
                    elements={{
                      check: <strong>{check}</strong>,
                      state: (
                        <span class={needsAttention(state) ? 'bad' : 'muted'}>
                          {t(($) => $.settings.checkStates[state])}
                        </span>
                      ),
                    }}
                  />
                  <small>{message}</small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Returns false for `unknown`, because an unknown fact stops no run. */
function needsAttention(state: Finding['state']): boolean {
  return state !== 'ok' && state !== 'unknown';
}

function summarize(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => needsAttention(state)).length;
  if (problems === 0) return t(($) => $.settings.check.noProblem);
  return t(($) => $.settings.check.problems, { count: problems });
}
