/** The characters of the bytes from 0x80 to 0x9F in Windows-1252; Node 24.0 decodes them as ISO-8859-1. */
const WINDOWS_1252_FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const NAMES: ReadonlySet<string> = new Set([
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => `windows-125${number}`),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((number) => `iso-8859-${number}`),
  'windows-874',
  'macintosh',
]);

/**
 * Accepts all names of an encoding, such as latin2. As in browsers, iso-8859-1 means windows-1252.
 */
export function findEncodingName(label: string): string | undefined {
  try {
    const name = new TextDecoder(label).encoding;
    return name === 'utf-8' || NAMES.has(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

export class SingleByteEncoding {
  static readonly #all = new Map<string, SingleByteEncoding>();
  /** The characters from 0x80; U+FFFD for an undefined byte. */
  readonly #characters: string;
  readonly #bytes: ReadonlyMap<string, string>;

  private constructor(name: string) {
    const bytes = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);
    const decoded = new TextDecoder(name).decode(bytes);
    this.#characters =
      name === 'windows-1252' ? WINDOWS_1252_FROM_0X80 + decoded.slice(32) : decoded;
    const byCharacter = new Map<string, string>();
    for (const [index, character] of Array.from(this.#characters).entries()) {
      if (character !== '\ufffd') byCharacter.set(character, String.fromCharCode(0x80 + index));
    }
    this.#bytes = byCharacter;
  }

  static find(name: string): SingleByteEncoding | undefined {
    if (!NAMES.has(name)) return undefined;
    const known = this.#all.get(name) ?? new SingleByteEncoding(name);
    this.#all.set(name, known);
    return known;
  }

  hasAll(bytes: Buffer): boolean {
    return this.#bytes.size === 128 || !this.decode(bytes).includes('\ufffd');
  }

  decode(bytes: Buffer): string {
    return bytes
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => this.#characters.charAt(byte.charCodeAt(0) - 0x80));
  }

  encode(text: string): Buffer {
    const bytes = text.replace(/[^\x00-\x7f]/g, (character) => this.#bytes.get(character) ?? '?');
    return Buffer.from(bytes, 'latin1');
  }

  toEncodable(text: string): string {
    return text.replace(/[^\x00-\x7f]/gu, (character) =>
      this.#bytes.has(character) ? character : '?',
    );
  }
}
