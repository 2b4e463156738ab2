import { invalid } from '../../src/failing.js';
import type { OperationName, RequestOf } from '../../src/operations.js';
import { validate } from '../../src/problems.js';
import { type Outcome, forEachItem } from './items.js';
import type { Session } from './session.js';

/**
 * What is to be sent for each item, checked. In the mode that stops, an input that is wrong ends the
 * run here, before anything is sent: whoever corrects it and runs again sends no item twice.
 */
export function requestsOf<O extends OperationName>(
  session: Session,
  operation: O,
  inputsOfItem: (itemIndex: number) => Record<string, unknown>,
): Promise<Outcome<RequestOf<O>>[]> {
  const items = session.context.getInputData().map(() => ({ ok: true, value: undefined }) as const);
  return forEachItem(session, items, (_, itemIndex) => {
    const checked = validate(operation, inputsOfItem(itemIndex));
    return Promise.resolve(
      checked.ok ? { ok: true, value: checked.request } : invalid(operation, checked.problems),
    );
  });
}
