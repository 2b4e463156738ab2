import type { Row } from '../../../contract/shapes.js';
import { t } from '../language/language.js';

type PersonRow = Pick<Row, 'row' | 'employeeId' | 'name'>;

export function joinNameAndId(name: string | undefined, id: string): string {
  return [name ?? '', id].filter((text) => text !== '').join(', ');
}

export function describePerson({ row, employeeId, name }: PersonRow): string {
  const nameAndId = joinNameAndId(name, employeeId);
  return nameAndId === '' ? t(($) => $.row.person.row, { row }) : nameAndId;
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
