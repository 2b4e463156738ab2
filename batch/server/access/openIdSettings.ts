import { isLoopback } from '../../../src/baseUrl.js';
import { roles } from '../contract/fieldBounds.js';
import type { Role } from '../contract/shapes.js';
import { readOptionFile } from '../optionFile.js';
import { ServeError } from '../serveError.js';

export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** A name, or a path such as `realm_access.roles`. */
  readonly roleClaim: string;
  /** If a person has several values, the first one in this list counts. */
  readonly roles: readonly (readonly [value: string, role: Role])[];
}

/** A missing option is read from the environment. */
export interface OpenIdOptions {
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  /** The secret is in a file, because other users can read options in the list of processes. */
  readonly clientSecretFile?: string | undefined;
  readonly scope?: string | undefined;
  readonly roleClaim?: string | undefined;
  /** `hr-admins=administrator,hr=editor` */
  readonly roles?: string | undefined;
}

export async function readOpenIdSettings(
  options: OpenIdOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenIdSettings | undefined> {
  const issuer = options.issuer ?? environment.RWA_OPENID_ISSUER ?? '';
  if (issuer === '') return undefined;
  const clientId = options.clientId ?? environment.RWA_OPENID_CLIENT_ID ?? '';
  if (clientId === '') {
    throw new ServeError('Add the client ID of the OpenID provider: --openid-client-id.');
  }
  const clientSecret =
    options.clientSecretFile === undefined
      ? (environment.RWA_OPENID_CLIENT_SECRET ?? '')
      : (await readOptionFile(options.clientSecretFile)).trim();
  if (clientSecret === '') {
    throw new ServeError(
      'Add the client secret of the OpenID provider: RWA_OPENID_CLIENT_SECRET in the environment, or --openid-client-secret-file.',
    );
  }
  return {
    issuer: readIssuer(issuer),
    clientId,
    clientSecret,
    scope: options.scope ?? environment.RWA_OPENID_SCOPE ?? 'openid profile email',
    roleClaim: options.roleClaim ?? environment.RWA_OPENID_ROLE_CLAIM ?? 'groups',
    roles: readRoles(options.roles ?? environment.RWA_OPENID_ROLES ?? ''),
  };
}

function readIssuer(issuer: string): URL {
  const url = URL.parse(issuer);
  if (url?.protocol === 'https:') return url;
  if (url?.protocol === 'http:' && isLoopback(url.hostname)) return url;
  throw new ServeError(`The OpenID issuer ${issuer} is not an https address.`);
}

function readRoles(text: string): [string, Role][] {
  const rolesByValue = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part): [string, Role] => {
      const separatorIndex = part.lastIndexOf('=');
      const value = part.slice(0, Math.max(separatorIndex, 0)).trim();
      const role = roles.find((known) => known === part.slice(separatorIndex + 1).trim());
      if (value !== '' && role !== undefined) return [value, role];
      throw new ServeError(
        `--openid-roles: "${part.trim()}" is not a group and a role. Use a pair such as hr-admins=administrator; roles are ${roles.join(', ')}.`,
      );
    });
  if (rolesByValue.length > 0) return rolesByValue;
  throw new ServeError(
    'Map groups of the OpenID provider to roles: --openid-roles "hr-admins=administrator,hr=editor".',
  );
}
