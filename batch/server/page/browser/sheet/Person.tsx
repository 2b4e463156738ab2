import type { Row } from '../../../contract/shapes.js';
import { t } from '../language/language.js';

type PersonRow = Pick<Row, 'row' | 'employeeId' | 'name'>;

/** Returns a name and an ID in one text; either may be missing. */
export function joinNameAndId(name: string | undefined, id: string): string {
  return [name ?? '', id].filter((text) => text !== '').join(', ');
}

/** Returns the name and the Employee ID of a row for a label, or the number of the row if it has neither. */
export function describePerson({ row, employeeId, name }: PersonRow): string {
  const known = joinNameAndId(name, employeeId);
  return known === '' ? t(($) => $.row.person.row, { row }) : known;
}

export function Person({ of: personRow }: { of: PersonRow }) {
  const { row, employeeId, name = '' } = personRow;
  if (name === '')
    return <>{employeeId === '' ? t(($) => $.row.person.heading, { row }) : employeeId}</>;
  return (
    <>
      <span class="person-name">{name}</span>{' '}
      {employeeId !== '' && <span class="staff-id">{employeeId}</span>}
    </>
  );
}
