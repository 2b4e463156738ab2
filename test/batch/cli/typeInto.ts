import ExcelJS from 'exceljs';

export async function typeInto(path: string, cells: Readonly<Record<string, string>>) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const [sheet] = workbook.worksheets;
  for (const [address, text] of Object.entries(cells)) {
    const cell = sheet?.getCell(address);
    if (cell !== undefined) cell.value = text;
  }
  await workbook.xlsx.writeFile(path);
}
