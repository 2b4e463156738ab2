import type { Context } from 'hono';
import * as client from 'openid-client';
import { isLoopback } from '../../../src/baseUrl.js';
import { RefusalError } from '../refusalError.js';
import type { Role } from '../contract/shapes.js';
import { log } from '../log.js';
import type { PublicAddress } from './publicAddress.js';
import type { OpenIdSettings } from './openIdSettings.js';
import { SafeCookie } from './safeCookie.js';

/** The time for signing in at the provider. */
const SIGN_IN_SECONDS = 10 * 60;

const maxTextLength = 200;

/** Issuer and subject identify the person; an email address does not. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  /** Undefined if the groups of the person have no role here. */
  readonly role: Role | undefined;
}

/**
 * Uses the authorization code flow with PKCE. The verifier, the state and the nonce are in a cookie, so that only the
 * browser that began a sign-in can finish it.
 */
export class OpenId {
  readonly name: string;
  readonly #settings: OpenIdSettings;
  readonly #redirectUri: string;
  readonly #cookie: SafeCookie;
  #configuration: Promise<client.Configuration> | undefined;

  constructor(settings: OpenIdSettings, publicAddress: PublicAddress, cookieNameSuffix: string) {
    this.name = settings.issuer.host;
    this.#settings = settings;
    this.#redirectUri = `${publicAddress.origin}/auth/openid/callback`;
    this.#cookie = new SafeCookie(`rwa-openid-${cookieNameSuffix}`, () => publicAddress.isSecure);
  }

  async begin(context: Context): Promise<URL> {
    const configuration = await this.#configure();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const verifier = client.randomPKCECodeVerifier();
    this.#cookie.set(context, [state, nonce, verifier].join('.'), SIGN_IN_SECONDS);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async finish(context: Context): Promise<Identity> {
    const [state = '', nonce = '', verifier = ''] =
      this.#cookie.read(context.req.raw)?.split('.') ?? [];
    this.#cookie.clear(context);
    const { search, searchParams } = new URL(context.req.url);
    if (state === '' || searchParams.get('state') !== state) {
      throw new RefusalError('forbidden', (t) => t(($) => $.access.foreignSignIn));
    }
    const configuration = await this.#configure();
    try {
      const answer = new URL(this.#redirectUri + search);
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('There is no ID token.');
      const role = this.#findRole(claims);
      // Some providers return the groups of a person only from their userinfo endpoint.
      const allClaims =
        role === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? {
              ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)),
              ...claims,
            }
          : claims;
      return readIdentity(claims.iss, claims.sub, allClaims, role ?? this.#findRole(allClaims));
    } catch (error) {
      throw this.#reportFailure(error);
    }
  }

  async #configure(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    this.#configuration ??= client.discovery(
      issuer,
      clientId,
      undefined,
      createAuthentication(clientSecret),
      {
        execute: [
          client.enableNonRepudiationChecks,
          // oxlint-disable-next-line typescript/no-deprecated -- only on this machine
          ...(isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    try {
      return await this.#configuration;
    } catch (error) {
      this.#configuration = undefined;
      throw this.#reportFailure(error);
    }
  }

  #findRole(claims: Readonly<Record<string, unknown>>): Role | undefined {
    const claim = readClaim(claims, this.#settings.roleClaim);
    const values = new Set(Array.isArray(claim) ? claim.map(String) : [claim]);
    return this.#settings.roles.find(([value]) => values.has(value))?.[1];
  }

  #reportFailure(error: unknown): RefusalError {
    // The messages of the library contain neither the person nor the code.
    const { message: reason } = error as Error;
    log.error({ err: error, host: this.name, reason }, 'Signing in with the provider failed');
    return new RefusalError('provider_failed', (t) =>
      t(($) => $.access.providerFailed, { provider: this.name }),
    );
  }
}

/**
 * Sends the secret with `client_secret_basic`, the default of the specification, unless the provider lists only other
 * methods.
 */
function createAuthentication(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** `name` may be a path such as `realm_access.roles`. */
function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    value = isObject ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

function readIdentity(
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
  role: Role | undefined,
): Identity {
  const readText = (claim: string) => {
    const value = claims[claim];
    return typeof value === 'string' ? value.trim().slice(0, maxTextLength) : '';
  };
  const email = readText('email');
  const name = [readText('name'), readText('preferred_username'), email].find(
    (text) => text !== '',
  );
  return { issuer, subject, name: name ?? 'A member', email, role };
}
