import { type KeptScores, keptNames } from '../intake/keptScores.js';
import type { RowState } from './rowState.js';

/**
 * The states of rows by key, each packed into one text: a journal may have 300,000, which take more than twice the
 * memory as objects.
 */
export class PackedStates implements ReadonlyMap<string, RowState> {
  readonly #packed = new Map<string, string>();
  /** The state that was asked for last: several are asked for in succession. */
  #last: { readonly key: string; readonly state: RowState } | undefined;

  get size(): number {
    return this.#packed.size;
  }

  has(key: string): boolean {
    return this.#packed.has(key);
  }

  get(key: string): RowState | undefined {
    if (this.#last?.key === key) return this.#last.state;
    const packed = this.#packed.get(key);
    if (packed === undefined) return undefined;
    const state = unpack(packed);
    this.#last = { key, state };
    return state;
  }

  set(key: string, state: RowState): void {
    this.#last = undefined;
    this.#packed.set(key, pack(state));
  }

  keys(): MapIterator<string> {
    return this.#packed.keys();
  }

  *values(): Generator<RowState, undefined> {
    for (const packed of this.#packed.values()) yield unpack(packed);
  }

  *entries(): Generator<[string, RowState], undefined> {
    for (const [key, packed] of this.#packed) yield [key, unpack(packed)];
  }

  [Symbol.iterator](): Generator<[string, RowState], undefined> {
    return this.entries();
  }

  forEach(call: (state: RowState, key: string, states: PackedStates) => void): void {
    for (const [key, state] of this) call(state, key, this);
  }
}

/** The texts that most states have, in the order in which they are packed. */
const textNames = [
  ...(['state', 'at', 'sentAt', 'assessmentId', 'redirectUrl'] as const),
  ...(['employee', 'trip', 'request'] as const),
] as const satisfies readonly (keyof RowState)[];
const packedNames: ReadonlySet<string> = new Set([...textNames, 'scores', 'isShown']);
/** Between the parts; JSON contains none. */
const separator = '\t';

function pack(state: RowState): string {
  const rest: Record<string, unknown> = {};
  const parts: string[] = textNames.map((name) => {
    const text = state[name];
    if (text === undefined) return '';
    if (text !== '' && !text.includes(separator)) return text;
    rest[name] = text;
    return '';
  });
  const { scores, isShown } = state;
  parts.push(scores === undefined ? '' : packScores(scores), isShown === true ? '1' : '');
  for (const [name, value] of Object.entries(state)) {
    if (!packedNames.has(name) && value !== undefined) rest[name] = value;
  }
  parts.push(Object.keys(rest).length === 0 ? '' : JSON.stringify(rest));
  return parts.join(separator);
}

function unpack(packed: string): RowState {
  const parts = packed.split(separator);
  const state: Partial<Record<keyof RowState, unknown>> = {};
  for (const [index, name] of textNames.entries()) {
    if (parts[index] !== '') state[name] = parts[index];
  }
  const [scores = '', isShown, rest = ''] = parts.slice(textNames.length);
  if (scores !== '') state.scores = unpackScores(scores);
  if (isShown !== '') state.isShown = true;
  return (rest === '' ? state : { ...state, ...(JSON.parse(rest) as object) }) as RowState;
}

function packScores(scores: KeptScores): string {
  return JSON.stringify(keptNames.map((name) => scores[name] ?? null));
}

function unpackScores(packed: string): KeptScores {
  const values = JSON.parse(packed) as readonly unknown[];
  const scores: Partial<Record<keyof KeptScores, unknown>> = {};
  for (const [index, name] of keptNames.entries()) {
    if (values[index] !== null) scores[name] = values[index];
  }
  return scores as KeptScores;
}
