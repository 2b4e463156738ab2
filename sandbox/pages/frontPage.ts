import { companies } from '../companies.js';
import { magicEmployees } from '../magicEmployees.js';
import { html } from '../../src/html.js';
import { createDocument } from './document.js';

export function createFrontPage(origin: string): string {
  const tokens = companies.map(
    ({ name, token }) =>
      html`<tr>
        <th>Token of ${name}</th>
        <td><code>${token}</code></td>
      </tr>`,
  );
  const employees = Object.entries(magicEmployees).map(([id, { meaning, once }]) => {
    const times = once ? ' The next time it goes through.' : '';
    return html`<tr>
      <th><code>${id}</code></th>
      <td>${meaning}${times}</td>
    </tr>`;
  });
  return createDocument(
    'Remote work assessment sandbox',
    html`<p class="notice">
        A local copy of the assessment service, for trying and testing. Nothing leaves this
        computer, and every score is made up.
      </p>
      <table>
        <tr>
          <th>Base URL</th>
          <td><code>${origin}/version-test/api/1.1/wf</code></td>
        </tr>
        <tr>
          <th>Live base URL</th>
          <td><code>${origin}/api/1.1/wf</code></td>
        </tr>
        ${tokens}
      </table>
      <ul>
        <li><a href="/_sandbox/ledger">Ledger</a>: what was requested, and what took effect</li>
        <li><a href="/_sandbox/outbox">Outbox</a>: invitation emails with their links</li>
      </ul>
      <h2>Employee IDs that cause faults</h2>
      <table>
        ${employees}
      </table>
      <p>For several rows, append an ending: <code>SANDBOX-BUSY-2</code>.</p>`,
  );
}
