import { z } from 'zod/v4';
import type { Approver } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { readLatestAccess } from '../people/personStore.js';
import type { StoredRow } from '../results/rowStore.js';

const fields = ['managerId', 'complianceTeamMemberId'] as const;

const namedPerson = z.object({
  staffId: z.string(),
  field: z.enum(fields),
  name: z.string().describe('Empty if the sheet has no row of this person with a name'),
});
export type NamedPerson = z.infer<typeof namedPerson>;

/** A longer list would be of no use. */
const maxPerSheet = 1000;
const maxListed = 2000;

export class NamedPeople {
  readonly #names = new Map<string, string>();
  readonly #found = new Map<string, Omit<NamedPerson, 'name'>>();

  add({ employeeId, context, inputs }: Pick<StoredRow, 'employeeId' | 'context' | 'inputs'>): void {
    if (context !== undefined && context.name !== '') this.#names.set(employeeId, context.name);
    for (const field of fields) {
      const staffId = inputs[field]?.trim() ?? '';
      if (staffId === '' || this.#found.size >= maxPerSheet) continue;
      this.#found.set(`${field} ${staffId}`, { staffId, field });
    }
  }

  list(): NamedPerson[] {
    return Array.from(this.#found.values(), (person) => ({
      ...person,
      name: this.#names.get(person.staffId) ?? '',
    }));
  }
}

/** Lists the people of the given sheet first. */
export async function listApprovers(store: Store, sheet: string): Promise<Approver[]> {
  const { db } = store;
  const [sheets, decided, access] = await Promise.all([
    db
      .selectFrom('sheet')
      .select(['id', 'named_people'])
      .where('named_people', '<>', '[]')
      .where('deleted_at', 'is', null)
      .execute(),
    db
      .selectFrom('decision')
      .select(['person', 'person_field'])
      .distinct()
      .where('state', '=', 'recorded')
      .where('person', '<>', '')
      .execute(),
    readLatestAccess(store),
  ]);
  const people = new ApproverList();
  for (const [staffId, { action, name }] of access) {
    if (action === 'invite') people.add({ staffId, name, field: 'complianceTeamMemberId' }, false);
  }
  for (const { id, named_people: named } of sheets) {
    const isInSheet = id === sheet;
    for (const person of z.array(namedPerson).parse(JSON.parse(named))) {
      people.add(person, isInSheet);
    }
  }
  for (const { person: staffId, person_field: field } of decided) {
    people.add({ staffId, field, name: '' }, false);
  }
  // The service refuses decisions of approvers without access.
  for (const [staffId, { action }] of access) {
    if (action === 'remove') people.withdraw(staffId, 'complianceTeamMemberId');
  }
  return people.list();
}

interface FoundApprover {
  name: string;
  isInSheet: boolean;
  readonly fields: Set<string>;
}

class ApproverList {
  readonly #found = new Map<string, FoundApprover>();

  add(
    { staffId, name, field }: Omit<NamedPerson, 'field'> & { readonly field: string },
    isInSheet: boolean,
  ): void {
    const found = this.#found.get(staffId) ?? { name: '', isInSheet: false, fields: new Set() };
    if (found.name === '') found.name = name;
    found.isInSheet ||= isInSheet;
    found.fields.add(field);
    this.#found.set(staffId, found);
  }

  withdraw(staffId: string, field: string): void {
    const found = this.#found.get(staffId);
    found?.fields.delete(field);
    if (found?.fields.size === 0) this.#found.delete(staffId);
  }

  list(): Approver[] {
    return [...this.#found]
      .map(([staffId, found]) => ({ staffId, ...found, text: `${found.name} ${staffId}`.trim() }))
      .toSorted(
        (a, b) => Number(b.isInSheet) - Number(a.isInSheet) || a.text.localeCompare(b.text, 'en'),
      )
      .slice(0, maxListed)
      .map(({ staffId, name, fields: named }) => ({
        staffId,
        ...(name === '' ? {} : { name }),
        fields: [...named],
      }));
  }
}
