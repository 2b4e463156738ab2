import { useState } from 'preact/hooks';
import type { ServerCheckResult } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { plural } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Section } from '../parts/Section.js';

type Finding = ServerCheckResult['findings'][number];

const stateNames: Readonly<Record<Finding['state'], string>> = {
  ok: 'OK',
  warning: 'Warning',
  problem: 'Problem',
  away: 'Not available now',
  inUse: 'In use',
  unknown: 'Not checked',
};

/** A button that checks what the server needs to work, and the findings of this check. */
export function ConnectionCheck() {
  const [findings, setFindings] = useState<readonly Finding[]>();
  const check = async () => {
    setFindings(undefined);
    const result = await ask<ServerCheckResult>('GET', '/api/settings/check');
    setFindings(result.findings);
    announce(summarize(result.findings));
  };
  return (
    <Section
      title="Check the connection"
      about="Checks the service with its token, the network, the clock, the disk and the database of this server. Changes nothing: it asks the service only for an assessment and a person that do not exist."
    >
      <ActionButton act={check}>Check now</ActionButton>
      {findings !== undefined && (
        <>
          <p>{summarize(findings)}</p>
          <ul class="list">
            {findings.map(({ check, state, message }) => (
              <li key={check + message}>
                <span>
                  <strong>{check}</strong>:{' '}
                  <span class={needsAttention(state) ? 'bad' : 'muted'}>{stateNames[state]}</span>
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

/** Returns true for a finding that a person should look at. `unknown` is none: it stops no run by itself. */
function needsAttention(state: Finding['state']): boolean {
  return state !== 'ok' && state !== 'unknown';
}

function summarize(findings: readonly Finding[]): string {
  const open = findings.filter(({ state }) => needsAttention(state)).length;
  if (open === 0) return 'No problem was found.';
  return `${plural(open, 'line')} below ${open === 1 ? 'needs' : 'need'} attention.`;
}
