import { purposeResults, riskScores } from '../../src/riskResult.js';
import { isReady } from '../operations/rwaRetrieve.js';
import { createScores } from '../scores.js';
import type { Assessment } from '../store/assessments.js';
import type { Store } from '../store/store.js';
import { html, type Markup } from '../../src/html.js';
import { createDocument } from './document.js';

const details = {
  assessmentId: 'Assessment ID',
  employeeId: 'Employee ID',
  purpose: 'Purpose',
  destination: 'Destination',
  status: 'Decision',
  note: 'Note',
} as const satisfies Partial<Record<keyof Assessment, string>>;

/** Creates the page of a report link. Like any report link, it needs no token. */
export function createReportPage(store: Store, assessmentId: string): string | undefined {
  const assessment = store.assessments.find(assessmentId);
  if (assessment === undefined) return undefined;
  return createDocument(
    'Remote work assessment',
    html`<p class="notice">
        <strong>Sandbox.</strong> These scores are made up. They say nothing about any real trip,
        hire or person.
      </p>
      ${createTable(details, { ...assessment })}
      <h2>Risk, from 0 to 10</h2>
      ${
        isReady(assessment)
          ? createTable(
              { ...riskScores, ...purposeResults },
              createScores(assessment.scoreDigest, assessment.purpose),
            )
          : html`<p>The scores are still being calculated. Reload this page in a moment.</p>`
      }`,
  );
}

function createTable(
  labels: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | number | null>>,
): Markup {
  const rows = Object.entries(labels).flatMap(([name, label]) => {
    const value = values[name] ?? '';
    if (value === '') return [];
    return typeof value === 'number'
      ? [
          html`<tr>
            <th>${label}</th>
            <td class="score">${value.toFixed(1)}</td>
          </tr>`,
        ]
      : [
          html`<tr>
            <th>${label}</th>
            <td>${value}</td>
          </tr>`,
        ];
  });
  return html`<table>
    ${rows}
  </table>`;
}
