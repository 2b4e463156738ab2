import type { Row } from 'exceljs';

/** Keeps headings from being mistaken for data. */
export function styleHeadings(row: Row): void {
  row.height = 32;
  row.eachCell((cell) => {
    cell.font = { bold: true, color: { argb: 'FFFFFFFF' } };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F3864' } };
    cell.alignment = { vertical: 'middle', wrapText: true };
  });
}
