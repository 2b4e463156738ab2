import ExcelJS from 'exceljs';
import { bundle } from './bundle.mjs';

const OFFICE = 'http://schemas.openxmlformats.org';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Patterns for the name of a part, and for a text in it. */
const FEATURES = {
  'a chart': [/^xl\/charts\//, '<c:chart'],
  'a pivot table': [/^xl\/pivotTables\//, 'pivotTableDefinition'],
  'a macro': [/^xl\/vbaProject\.bin$/, 'macro'],
  'a picture': [/^xl\/media\//, 'PNG'],
  'a note': [/^xl\/comments/, 'Ask her'],
  'a sparkline': [/^xl\/worksheets\/sheet1/, 'sparklineGroup'],
  'a drop-down': [/^xl\/worksheets\/sheet1/, 'dataValidation '],
  'conditional formatting': [/^xl\/worksheets\/sheet1/, 'cfRule'],
  'a frozen heading': [/^xl\/worksheets\/sheet1/, 'frozen'],
  'a formula': [/^xl\/worksheets\/sheet1/, 'SUM(B2:B3)'],
  'a cell style': [/^xl\/styles/, 'FFABCDEF'],
  'data of another program': [/^customXml\/item1\.xml$/, 'other program'],
};

/** The functions in `write` copy `input` with a new column to `output`. */
export async function printKept(folder, write) {
  const { file, dispose } = await bundle('bench/limitsParts.mts');
  try {
    const { buildZip, unzip } = await import(file);
    const { writeFile, readFile } = await import('node:fs/promises');
    const input = `${folder}/rich.xlsm`;
    await writeFile(input, buildZip(await createRichParts(`${folder}/base.xlsx`, unzip, readFile)));
    const before = unzip(await readFile(input));
    const rows = {};
    for (const [library, writeColumn] of Object.entries(write)) {
      const output = `${folder}/rich-${library}.xlsm`;
      await writeColumn(input, output);
      const after = unzip(await readFile(output));
      for (const [feature, [part, mark]] of Object.entries(FEATURES)) {
        if (!hasText(before, part, mark)) throw new Error(`The workbook does not have ${feature}.`);
        (rows[feature] ??= {})[library] = hasText(after, part, mark) ? 'kept' : 'LOST';
      }
      const sameParts = [...before].filter(([name, { content }]) =>
        after.get(name)?.content.equals(content),
      );
      (rows['parts that are the same to the byte'] ??= {})[library] =
        `${sameParts.length} of ${before.size}`;
    }
    console.log('\nA column is written into a workbook: which of its features are kept');
    console.table(rows);
  } finally {
    await dispose();
  }
}

function hasText(parts, part, mark) {
  return [...parts].some(
    ([name, { content }]) => part.test(name) && content.toString('latin1').includes(mark),
  );
}

async function createRichParts(base, unzip, readFile) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('People', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRows([
    ['Name', 'Age'],
    ['Ada', 36],
    ['Grace', 85],
    ['Sum', { formula: 'SUM(B2:B3)', result: 121 }],
  ]);
  sheet.getCell('A1').fill = {
    type: 'pattern',
    pattern: 'solid',
    fgColor: { argb: 'FFABCDEF' },
  };
  sheet.getCell('A2').note = 'Ask her';
  sheet.getCell('B2').dataValidation = { type: 'list', formulae: ['"36,85"'] };
  sheet.addConditionalFormatting({
    ref: 'B2:B3',
    rules: [{ type: 'expression', formulae: ['B2>50'], style: { font: { bold: true } } }],
  });
  const image = book.addImage({ base64: PIXEL, extension: 'png' });
  sheet.addImage(image, { tl: { col: 4, row: 1 }, ext: { width: 9, height: 9 } });
  await book.xlsx.writeFile(base);

  const parts = {};
  for (const [name, { content }] of unzip(await readFile(base))) parts[name] = content;
  const edit = (part, from, to) => {
    const text = String(parts[part] ?? '');
    if (!text.includes(from)) throw new Error(`${part} has no ${from}`);
    parts[part] = text.replace(from, to);
  };
  const relate = (part, id, type, target) =>
    edit(
      part,
      '</Relationships>',
      `<Relationship Id="${id}" Type="${type}" Target="${target}"/></Relationships>`,
    );
  const declare = (part, type) =>
    edit(
      '[Content_Types].xml',
      '</Types>',
      `<Override PartName="/${part}" ContentType="${type}"/></Types>`,
    );
  const link = (name) => `${OFFICE}/officeDocument/2006/relationships/${name}`;
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  const drawing = `${OFFICE}/drawingml/2006`;

  parts['xl/charts/chart1.xml'] =
    `<c:chartSpace xmlns:c="${drawing}/chart"><c:chart><c:plotArea><c:layout/></c:plotArea></c:chart></c:chartSpace>`;
  declare('xl/charts/chart1.xml', `${TYPES}.drawingml.chart+xml`);
  relate('xl/drawings/_rels/drawing1.xml.rels', 'rIdChart', link('chart'), '../charts/chart1.xml');
  edit(
    'xl/drawings/drawing1.xml',
    '</xdr:wsDr>',
    '<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9" cy="9"/><xdr:graphicFrame macro="">' +
      '<xdr:nvGraphicFramePr><xdr:cNvPr id="9" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>' +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></xdr:xfrm><a:graphic>' +
      `<a:graphicData uri="${drawing}/chart"><c:chart xmlns:c="${drawing}/chart" ` +
      `xmlns:r="${OFFICE}/officeDocument/2006/relationships" r:id="rIdChart"/></a:graphicData>` +
      '</a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>',
  );

  parts['xl/pivotCache/pivotCacheDefinition1.xml'] =
    `<pivotCacheDefinition xmlns="${main}" saveData="0" refreshOnLoad="1"><cacheSource type="worksheet">` +
    '<worksheetSource ref="A1:B3" sheet="People"/></cacheSource><cacheFields count="1">' +
    '<cacheField name="Name"/></cacheFields></pivotCacheDefinition>';
  parts['xl/pivotTables/pivotTable1.xml'] =
    `<pivotTableDefinition xmlns="${main}" name="P" cacheId="1" dataCaption="Values">` +
    '<location ref="H1:I2" firstHeaderRow="1" firstDataRow="1" firstDataCol="0"/></pivotTableDefinition>';
  declare(
    'xl/pivotCache/pivotCacheDefinition1.xml',
    `${TYPES}.spreadsheetml.pivotCacheDefinition+xml`,
  );
  declare('xl/pivotTables/pivotTable1.xml', `${TYPES}.spreadsheetml.pivotTable+xml`);
  const workbookLinks = 'xl/_rels/workbook.xml.rels';
  relate(
    workbookLinks,
    'rIdP',
    link('pivotCacheDefinition'),
    'pivotCache/pivotCacheDefinition1.xml',
  );
  relate(
    'xl/worksheets/_rels/sheet1.xml.rels',
    'rIdP',
    link('pivotTable'),
    '../pivotTables/pivotTable1.xml',
  );
  edit(
    'xl/workbook.xml',
    '</workbook>',
    '<pivotCaches><pivotCache cacheId="1" r:id="rIdP"/></pivotCaches></workbook>',
  );

  parts['xl/vbaProject.bin'] = Buffer.from('macro');
  declare('xl/vbaProject.bin', 'application/vnd.ms-office.vbaProject');
  relate(
    workbookLinks,
    'rIdVba',
    'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
    'vbaProject.bin',
  );
  edit(
    '[Content_Types].xml',
    `${TYPES}.spreadsheetml.sheet.main+xml`,
    'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  );

  parts['customXml/item1.xml'] = '<data>other program</data>';
  relate(workbookLinks, 'rIdX', link('customXml'), '../customXml/item1.xml');

  const x14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
  edit(
    'xl/worksheets/sheet1.xml',
    '</worksheet>',
    `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="${x14}"><x14:sparklineGroups ` +
      'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup><x14:sparklines>' +
      '<x14:sparkline><xm:f>People!B2:B3</xm:f><xm:sqref>F2</xm:sqref></x14:sparkline></x14:sparklines>' +
      '</x14:sparklineGroup></x14:sparklineGroups></ext></extLst></worksheet>',
  );
  return parts;
}
