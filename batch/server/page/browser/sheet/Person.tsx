import type { Row } from '../../../contract/shapes.js';

type Named = Pick<Row, 'row' | 'employeeId' | 'name'>;

/** Returns a row's person and Employee ID for a label, as far as they are known, or else its number. */
export function personText({ row, employeeId, name = '' }: Named): string {
  const known = [name, employeeId].filter((text) => text !== '');
  return known.length === 0 ? `row ${row}` : known.join(', ');
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
