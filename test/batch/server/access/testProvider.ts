import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
// @ts-expect-error The package has no types.
import { Provider as UntypedProvider } from 'oidc-provider';

/** The part of oidc-provider that the tests use. */
interface OidcProvider {
  callback(): (request: unknown, response: unknown) => void;
  interactionDetails(
    request: unknown,
    response: unknown,
  ): Promise<{ prompt: { name: string }; params: { client_id: string } }>;
  interactionFinished(request: unknown, response: unknown, result: object): Promise<void>;
  readonly Grant: new (properties: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}
const Provider = UntypedProvider as new (issuer: string, configuration: object) => OidcProvider;

export interface TestPerson {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly groups?: readonly string[];
}

/**
 * Starts a real OpenID provider on loopback. It shows no pages: it signs in the person of the latest `setNextPerson`
 * and gives their consent.
 */
export async function testProvider(redirectUri: string) {
  let person: TestPerson = { sub: 'nobody' };
  const people = new Map<string, TestPerson>();
  // The provider needs the port of its server, so the server starts first.
  const started: { provider?: OidcProvider } = {};
  const server: Server = createServer((request, response) => {
    const { provider } = started;
    if (provider === undefined) throw new Error('The provider is not ready.');
    if (request.url?.startsWith('/interaction/') !== true) {
      provider.callback()(request, response);
      return;
    }
    void interact(provider, request, response, () => person);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findAccount = (_: unknown, sub: string) => ({
    accountId: sub,
    claims: () => people.get(sub),
  });
  started.provider = new Provider(issuer, {
    clients: [{ client_id: 'rwa', client_secret: 'secret-of-rwa', redirect_uris: [redirectUri] }],
    findAccount,
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
  });
  return {
    issuer,
    setNextPerson: (next: TestPerson) => {
      people.set(next.sub, next);
      person = next;
    },
  };
}

async function interact(
  provider: OidcProvider,
  request: unknown,
  response: unknown,
  getPerson: () => TestPerson,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  const accountId = getPerson().sub;
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope('openid profile email');
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { consent: { grantId } });
}

/**
 * Follows at most 20 redirects from `url` with cookies, as a browser does, until an address begins with `prefix`.
 * Returns the last address.
 */
export async function followTo(url: string, prefix: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = url;
  for (let step = 0; step < 20 && !address.startsWith(prefix); step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { Cookie: cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    address = new URL(location, address).href;
  }
  return address;
}
