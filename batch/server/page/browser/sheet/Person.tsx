import type { Row } from '../../../contract/shapes.js';

type Named = Pick<Row, 'row' | 'employeeId' | 'name'>;

/** Returns a name and an ID in one text, as far as they are known. */
export function nameAndId(name: string | undefined, id: string): string {
  return [name ?? '', id].filter((text) => text !== '').join(', ');
}

/** Returns a row's person and Employee ID for a label, as far as they are known, or else its number. */
export function personText({ row, employeeId, name }: Named): string {
  const known = nameAndId(name, employeeId);
  return known === '' ? `row ${row}` : known;
}

/** The person of a row with the Employee ID beside the name, as far as they are known. */
export function Person({ of: named }: { of: Named }) {
  const { row, employeeId, name = '' } = named;
  if (name === '') return <>{employeeId === '' ? `Row ${row}` : employeeId}</>;
  return (
    <>
      <span class="person-name">{name}</span>{' '}
      {employeeId !== '' && <span class="staff-id">{employeeId}</span>}
    </>
  );
}
