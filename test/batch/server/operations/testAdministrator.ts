import { openAccess } from '../../../../batch/server/access/openAccess.js';
import { createLoopbackAddress } from '../../../../batch/server/access/publicAddress.js';
import { Readiness } from '../../../../batch/server/cluster/readiness.js';
import type { Operations } from '../../../../batch/server/contract/shapes.js';
import { createApp } from '../../../../batch/server/http/app.js';
import type { Services } from '../../../../batch/server/services.js';

const origin = 'http://127.0.0.1:4020';

/** Signs in an administrator. `show` and `change` send requests to the routes under `/api/operations`. */
export async function testAdministrator(
  parts: Pick<Services, 'store' | 'work' | 'processes' | 'changes'>,
) {
  const access = await openAccess(parts.store, Date.now, createLoopbackAddress('127.0.0.1')(4020));
  const service = { name: 'the service of the test', isSandbox: false, isTest: true };
  const services = { ...parts, access, service, now: Date.now };
  const app = createApp(services as unknown as Services, new Readiness());
  const request = (method: string, path: string, body: unknown, cookie = '') =>
    app.request(`${origin}${path}`, {
      method,
      headers: { Host: new URL(origin).host, Origin: origin, Cookie: cookie },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  const { code } = await access.links.invite('', 'Ana', 'administrator');
  const signedIn = await request('POST', '/api/links', { code });
  const [cookie] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
  const askOperations = (method: string, subpath: string, body: unknown = {}) =>
    request(method, `/api/operations${subpath}`, body, cookie);
  return {
    change: askOperations,
    show: async () => (await (await askOperations('GET', '')).json()) as Operations,
    listActions: async () =>
      (await access.logPage(undefined, 'en')).entries.map(({ action }) => action),
  };
}
