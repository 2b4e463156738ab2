import { parseJson } from './envelope.js';
import type { BodyFault, ConnectionFault } from './requestMessages.js';
import type { Exchange } from './transport.js';

/** A shorter token may be a word or part of an ID; removing it would change the text. */
const minTokenLength = 8;
const replacement = '(token)';
/** Only the start of a token is searched for; the rest is compared at each match. */
const startLength = 24;

/**
 * Removes the token from a text. Valid JSON stays valid, unless it is nested too deeply for
 * recursion.
 */
export type Redact = (text: string) => string;

/**
 * Creates a function that removes the token from answers, which end up in messages, sheets and
 * journals. A service may quote the request, with the escapes of JSON, URLs or HTML, or in base64,
 * alone or after other text such as `Bearer `.
 */
export function createRedactor(token: string): Redact {
  if (token.length < minTokenLength) return (text) => text;
  const forms = [token, ...listBase64Forms(token)].map((form) => new EscapedSecret(form));
  const strike = (text: string) => forms.reduce((rest, form) => form.strike(rest), text);
  return (text) => {
    // The usual case: text without a backslash needs no decoding.
    if (!text.includes('\\') && strike(text) === text) return text;
    const json = parseJson(text);
    return json === undefined ? strike(text) : strikeInJson(text, json, strike);
  };
}

/** Searches for a text whose characters may each be escaped differently, and repeatedly. */
class EscapedSecret {
  readonly #start: RegExp;
  readonly #rest: readonly RegExp[];

  // A single pattern for thousands of characters would take seconds to compile, or be refused.
  constructor(text: string) {
    const characters = Array.from(text);
    this.#start = new RegExp(
      characters.slice(0, startLength).map(createEscapePattern).join(''),
      'g',
    );
    const patterns = new Map<string, RegExp>();
    this.#rest = characters.slice(startLength).map((character) => {
      const pattern = patterns.get(character) ?? new RegExp(createEscapePattern(character), 'y');
      patterns.set(character, pattern);
      return pattern;
    });
  }

  strike(text: string): string {
    let struck = '';
    /** The end of the part of the text that is in `struck` already. */
    let done = 0;
    this.#start.lastIndex = 0;
    for (let found; (found = this.#start.exec(text)) !== null;) {
      const end = this.#findEnd(text, this.#start.lastIndex);
      this.#start.lastIndex = end ?? found.index + 1;
      if (end === undefined) continue;
      struck += text.slice(done, found.index) + replacement;
      done = end;
    }
    return struck + text.slice(done);
  }

  #findEnd(text: string, at: number): number | undefined {
    let end = at;
    for (const pattern of this.#rest) {
      pattern.lastIndex = end;
      if (!pattern.test(text)) return undefined;
      end = pattern.lastIndex;
    }
    return end;
  }
}

export function removeToken(exchange: Exchange, redact: Redact): Exchange {
  if (exchange.delivery !== 'answered') {
    return { ...exchange, reason: redactFault(exchange.reason, redact) };
  }
  const { body, unreadable } = exchange;
  return {
    ...exchange,
    body: redact(body),
    ...(unreadable === undefined ? {} : { unreadable: redactFault(unreadable, redact) }),
  };
}

function redactFault<Fault extends ConnectionFault | BodyFault>(
  fault: string | Fault,
  redact: Redact,
): string | Fault {
  if (typeof fault === 'string') return redact(fault);
  if ('text' in fault) return { ...fault, text: redact(fault.text) };
  if ('fault' in fault) return { ...fault, fault: redactFault(fault.fault, redact) };
  return 'encoding' in fault ? { ...fault, encoding: redact(fault.encoding) } : fault;
}

/** Replaces the token in the values, because in the source, half of an escape could be left. */
function strikeInJson(source: string, json: unknown, strike: Redact): string {
  try {
    const struck = JSON.stringify(strikeInValue(json, strike));
    return struck === JSON.stringify(json) ? source : struck;
  } catch {
    // The JSON is nested too deeply for recursion.
    return strike(source);
  }
}

function strikeInValue(value: unknown, strike: Redact): unknown {
  if (typeof value === 'string') return strike(value);
  if (typeof value === 'number') {
    const digits = String(value);
    return strike(digits) === digits ? value : strike(digits);
  }
  if (Array.isArray(value)) return value.map((inner) => strikeInValue(inner, strike));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [strike(name), strikeInValue(inner, strike)]),
  );
}

// The pattern matches at most 16 backslashes, counted from the first one. Without this limit, the
// search would take very long in a text with many backslashes in a row.
const backslashes = String.raw`(?<!\\)\\{1,16}`;
const htmlNames: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** A percent sign, itself escaped up to eight times: `%2525…`. */
const percent = '%(?:25){0,8}';

function createEscapePattern(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const code = character.codePointAt(0) ?? 0;
  const itself = units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
  const alternatives = [
    itself,
    // A backslash before a letter may mean something else: `\n` is the end of a line.
    ...(/\w/.test(character) ? [] : [backslashes + itself]),
    units.map((unit) => `${backslashes}u${toAnyCase(unit, 4)}`).join(''),
    encodeUtf8(character)
      .map((byte) => percent + toAnyCase(byte, 2))
      .join(''),
    `&#(?:0{0,8}${code}|[xX]0{0,8}${toAnyCase(code, 1)});`,
    htmlNames.get(character),
  ];
  return `(?:${alternatives.filter((text) => text !== undefined).join('|')})`;
}

function toAnyCase(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * Lists the base64 forms of a text at the three possible byte offsets, without the digits that
 * depend on the surrounding text.
 */
function listBase64Forms(text: string): string[] {
  const forms = [0, 1, 2].map((bytesBefore) => {
    const bits = [...new Array<number>(bytesBefore).fill(0), ...encodeUtf8(text)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const sixes = bits.slice(Math.ceil((bytesBefore * 8) / 6) * 6).match(/.{6}/g) ?? [];
    return sixes.map((six) => base64Digits.charAt(Number.parseInt(six, 2))).join('');
  });
  const forUrls = forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...forms, ...forUrls])];
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The core has no TextEncoder. */
function encodeUtf8(text: string): number[] {
  const percents = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''));
  const bytes = percents.match(/%..|./g) ?? [];
  return bytes.map((byte) =>
    byte.length === 1 ? byte.charCodeAt(0) : Number.parseInt(byte.slice(1), 16),
  );
}
