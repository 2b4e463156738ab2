import type { IExecuteFunctions } from 'n8n-workflow';
import { invalid } from '../../src/failures.js';
import type { Result } from '../../src/failure.js';
import { quote } from '../../src/sanitizedMessage.js';
import type { OperationName } from '../../src/operations.js';
import { type Outcome, forEachItem } from './items.js';
import { rememberName, rememberOption } from './options.js';
import type { Session } from './session.js';

/** A request, and the key by which n8n remembers it, if any. */
export interface Keyed<T> {
  readonly request: T;
  readonly key: string | undefined;
}

/**
 * Adds each item's key from *Remember Across Executions*. Nothing is sent for an item whose key is
 * empty, is neither text nor an exact number, stands for a missing value, contains invisible
 * characters, or is also another item's key: a later execution could not tell the items apart. In the
 * mode that stops, one such item ends the run before anything is sent, like any other wrong input.
 */
export async function withKeys<T>(
  session: Session,
  requests: readonly Outcome<T>[],
): Promise<Outcome<Keyed<T>>[]> {
  const { context, operation } = session;
  const read = keyReader(context);
  const keyed = await forEachItem(session, requests, (request, itemIndex) => {
    const key = read(itemIndex);
    return settled<Keyed<T>>(operation, typeof key === 'object' ? key : { request, key });
  });
  const itemsOf = itemsByKey(keyed);
  return forEachItem(session, keyed, (value) => {
    const items = itemsOf.get(value.key) ?? [];
    const isShared = value.key !== undefined && items.length > 1;
    return settled(operation, isShared ? sameKey(items, value.key) : value);
  });
}

/** A problem, and what to do about it. */
export interface Reason {
  readonly message: string;
  readonly remedy: string;
}

const noKey: Reason = {
  message: `${rememberOption.displayName} has no key for this item`,
  remedy: 'Give this item a key in your data, such as its row ID. Nothing was sent for it.',
};

/** The problem of a key that many different items could have. */
function unusable(key: string, why: string): Reason {
  return {
    message: `${rememberOption.displayName} has no usable key for this item: ${quote(key)} ${why}`,
    remedy: 'Correct the key of this item in your data. Nothing was sent for it.',
  };
}

const emptyOption: Reason = {
  message: `${rememberOption.displayName} is empty`,
  remedy: 'Drag the row ID into it. Nothing was sent.',
};

function sameKey(items: readonly number[], key: string): Reason {
  const named = items.slice(0, 3).join(', ');
  const more = items.length > 3 ? ` and ${items.length - 3} more` : '';
  return {
    message: `Rows ${named}${more} have the same key ${quote(key)} for ${rememberOption.displayName}`,
    remedy:
      'None of them was sent. Remove duplicate items, or give each item a unique key in your data.',
  };
}

/** Returns an item's key, why it has none, or undefined if the option is not set. */
function keyReader(context: IExecuteFunctions): (itemIndex: number) => string | undefined | Reason {
  const { options } = context.getNode().parameters;
  // Read as stored, not evaluated. An option that was added and left empty is on: whoever added it
  // relies on it.
  const set = Object.entries(options ?? {}).find(([name]) => name === rememberName);
  if (set === undefined) return () => undefined;
  // Empty, or an empty expression.
  const isEmpty = /^=?\s*$/.test(String(set[1]));
  const reason = isEmpty ? emptyOption : whyNot(context);
  return (itemIndex) => reason ?? keyOf(context, itemIndex) ?? noKey;
}

/** Why n8n cannot store keys for this workflow; undefined where it can. */
export function whyNot(context: IExecuteFunctions): Reason | undefined {
  const helpers: Partial<IExecuteFunctions['helpers']> = context.helpers;
  if (helpers.checkProcessedAndRecord === undefined || helpers.removeProcessed === undefined) {
    return {
      message: `This version of n8n cannot store keys for ${rememberOption.displayName}`,
      remedy: 'Update n8n. Nothing was sent.',
    };
  }
  const { id } = context.getWorkflow();
  if (id === undefined || id === '') {
    return {
      message: `${rememberOption.displayName} works only in a saved workflow`,
      remedy: 'Save the workflow, then execute it again. Nothing was sent.',
    };
  }
  return undefined;
}

function keyOf(context: IExecuteFunctions, itemIndex: number): string | undefined | Reason {
  const value: unknown = context.getNodeParameter(`options.${rememberName}`, itemIndex, '');
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const key = isNumber ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (key === '') return undefined;
  // Beyond that, different numbers in the data arrive as the same number.
  if (isNumber && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return unusable(key, 'is a number that is too long to be exact. Provide it as text');
  }
  if (placeholder.test(key)) return unusable(key, 'stands for a missing value');
  return unseen.test(key) ? unusable(key, 'contains invisible characters') : key;
}

// What sheets and expressions write for a missing value.
const placeholder =
  /^(?:#(?:N\/?A|REF|NAME|VALUE|DIV\/0|NULL|NUM|ERROR|SPILL|CALC|#+)[!?]?|n\/a|undefined|null|nan|.*\[object \w+\].*)$/i;

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

function itemsByKey(keyed: readonly Outcome<Keyed<unknown>>[]): Map<string | undefined, number[]> {
  const items = new Map<string | undefined, number[]>();
  for (const [itemIndex, outcome] of keyed.entries()) {
    if (!outcome.ok) continue;
    const { key } = outcome.value;
    const same = items.get(key) ?? [];
    same.push(itemIndex + 1);
    items.set(key, same);
  }
  return items;
}

function settled<T extends object>(
  operation: OperationName,
  value: T | Reason,
): Promise<Result<T>> {
  if (!('remedy' in value)) return Promise.resolve({ ok: true, value });
  const { displayName: label } = rememberOption;
  const problem = { ...value, field: rememberName, label, value: undefined };
  return Promise.resolve(invalid(operation, [problem]));
}
