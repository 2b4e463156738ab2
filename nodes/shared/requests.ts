import { failWithoutEffect } from '../../src/failures.js';
import type { Fields } from '../../src/field.js';
import { suggestEnglishName } from '../../src/foreignCountries.js';
import { type OperationName, type OperationRequest, operations } from '../../src/operations.js';
import { findWarnings } from '../../src/warnings.js';
import { InputNotes } from './inputNotes.js';
import type { GivenInputs } from './inputs.js';
import { type Outcome, forEachItem } from './items.js';
import { toTitleCase } from './properties.js';
import { type ReadInputs, readInputs } from './readInputs.js';
import type { Session } from './session.js';
import { keepSubjectIn } from './subject.js';

/**
 * Reads and checks the request of each item. If the node stops on errors, a wrong input ends the run
 * here, before anything is sent, so that a corrected run sends no item twice. Warnings about the inputs
 * are shown, and added to `notes`.
 */
export async function readRequests<O extends OperationName>(
  session: Session,
  operation: O,
  getGivenInputs: (itemIndex: number) => GivenInputs,
  notes = new InputNotes(),
): Promise<Outcome<OperationRequest<O>>[]> {
  const { fields }: { fields: Fields } = operations[operation];
  const items = session.context.getInputData().map(() => ({ ok: true, value: undefined }) as const);
  const requests = await forEachItem(session, items, (_, itemIndex) => {
    const given = getGivenInputs(itemIndex);
    const read = readInputs(operation, fields, given);
    keepSubjectIn(session, itemIndex, { ...given, ...read.values });
    addNotes(notes, itemIndex, fields, given, read);
    return Promise.resolve(
      read.request === undefined
        ? createRefusal(operation, read)
        : { ok: true as const, value: read.request },
    );
  });
  notes.show(session.context);
  return requests;
}

// The messages contain the remedies, so the hint need not repeat them.
function createRefusal(operation: OperationName, { problems }: ReadInputs<OperationName>) {
  return failWithoutEffect(operation, 'invalid_request', 'not_sent', {
    reason: { code: 'other', text: problems.map(({ text }) => text).join(' ') },
    field: problems[0]?.field,
  });
}

function addNotes(
  notes: InputNotes,
  itemIndex: number,
  fields: Fields,
  given: GivenInputs,
  { values }: ReadInputs<OperationName>,
): void {
  const suggest = (country: string) => suggestEnglishName(country)?.name;
  const warnings = findWarnings(values, suggest);
  notes.warn(itemIndex, warnings, values);
  for (const [name, { kind, label }] of Object.entries(fields)) {
    const isNumber = kind === 'staffId' && typeof given[name] === 'number';
    const id = values[name];
    if (isNumber && typeof id === 'string') notes.addNumberId(name, toTitleCase(label), id);
  }
}
