import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { passwordLength } from '../contract/fieldBounds.js';
import { RefusalError } from '../refusalError.js';

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough for 256 random bits; see `hashPassword` for passwords. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The minimum costs that OWASP recommends for argon2id: 19 MiB (in KiB here), two passes, one lane. */
const COSTS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

export function checkNewPassword(password: string, email: string, field = 'password'): void {
  const { length } = password;
  if (length < passwordLength.min || length > passwordLength.max) {
    throw new RefusalError('invalid', (t) => t(($) => $.access.passwordLength, passwordLength), {
      field,
    });
  }
  if (password.toLowerCase() === email.toLowerCase() || new Set(password).size < 4) {
    throw new RefusalError('invalid', (t) => t(($) => $.access.weakPassword), { field });
  }
}

/** Returns the PHC format, but with base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await computeTag(password, salt, COSTS);
  const costs = `m=${COSTS.memory},t=${COSTS.passes},p=${COSTS.parallelism}`;
  return `$argon2id$v=19$${costs}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Does the same work without a stored hash, so that the response time does not show who has an account. */
export async function matchesPassword(stored: string | null, given: string): Promise<boolean> {
  const storedHash = stored === null ? undefined : readHash(stored);
  const { salt, tag, costs } = storedHash ?? dummyHash;
  if (given.length > passwordLength.max) return false;
  const computed = await computeTag(given, salt, costs);
  return timingSafeEqual(computed, tag) && storedHash !== undefined;
}

type Costs = Record<'memory' | 'passes' | 'parallelism', number>;
interface Hash {
  readonly salt: Buffer;
  readonly tag: Buffer;
  readonly costs: Costs;
}

const dummyHash: Hash = {
  salt: randomBytes(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
  costs: COSTS,
};

function readHash(stored: string): Hash {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  return {
    salt: Buffer.from(salt, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
    costs: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
  };
}

function computeTag(password: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
  // Normalize the password, because systems may encode the same characters as different bytes.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...costs, message, nonce, tagLength: TAG_BYTES }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}
