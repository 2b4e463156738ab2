import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowExtents } from '../../sheets/rowExtents.js';

test('finds the rightmost cell from a given row on', () => {
  const ends = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 30 });
  fc.assert(
    fc.property(ends, fc.nat({ max: 32 }), (columns, from) => {
      const extents = new RowExtents();
      for (const [index, column] of columns.entries()) extents.add(index + 1, column);
      const furthest = Math.max(-1, ...columns.slice(Math.max(0, from - 1)));
      const cell = extents.findFurthest(from);
      expect(cell?.column ?? -1).toBe(furthest);
      if (cell === undefined) return;
      expect(cell.row).toBeGreaterThanOrEqual(from);
      expect(columns[cell.row - 1]).toBe(furthest);
      expect(extents.lastRow).toBe(columns.length);
    }),
  );
});
