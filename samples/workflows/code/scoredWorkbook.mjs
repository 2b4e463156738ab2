// For the Code nodes of the samples; embed.mjs puts it there. It writes the parts of a new .xlsx, for
// n8n's Compression node to zip, since Convert to File turns every date into a text.

const RESULTS = [
  ['Assessment ID', 'assessmentId'],
  ['Overall trip risk', 'overallTrip'],
  ['Working rights risk', 'workingRights'],
  ['Payroll tax risk', 'payrollTax'],
  ['Social security risk', 'socialSecurity'],
  ['Corporate tax risk', 'corporateTax'],
  ['Employment law risk', 'employmentLaw'],
  ['Cumulative PE risk level', 'cumulativePeRiskLevel'],
  ['Contractor misclassification risk', 'contractorMisclass'],
  ['Report', 'redirectUrl'],
  ['Error', 'error'],
];
const FIRST_OWN_FORMAT = 164;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * The parts of a workbook by their paths: the user's columns as they were read, and beside them what
 * Create Assessment returned for each row, in the same order. Numbers stay numbers, dates dates.
 */
export function scoredWorkbook(rows, results) {
  const formats = [];
  const styleOf = (format) => {
    if (format === undefined) return 0;
    const known = formats.findIndex(({ id, code }) => id === format.id && code === format.code);
    return known === -1 ? formats.push(format) : known + 1;
  };
  // Scores of an earlier run must not be taken for those of this one.
  const isResult = (heading) => RESULTS.some(([name]) => name === heading);
  const headings = [
    ...rows[0].columns.map(({ heading }) => (isResult(heading) ? `${heading} (before)` : heading)),
    ...RESULTS.map(([name]) => name),
  ];
  const lines = [
    headings.map((value) => ({ value })),
    ...rows.map(({ columns }, index) => [...columns, ...resultCells(results[index])]),
  ];
  const sheetData = lines
    .map((cells, row) => {
      const inner = cells.map((cell, column) => cellXml(cell, column, row + 1, styleOf)).join('');
      return `<row r="${row + 1}">${inner}</row>`;
    })
    .join('');
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Scores" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(formats),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}

/** Why a row has no score; nothing for one that has. */
export function errorOf({ error, ready }) {
  if (error !== undefined || ready !== false) return error;
  return 'The result was not ready in time. The assessment exists: do not send this row again.';
}

function resultCells(result) {
  return RESULTS.map(([, name]) => ({ value: name === 'error' ? errorOf(result) : result[name] }));
}

function cellXml({ value, format, isError }, column, row, styleOf) {
  if (value === undefined || value === null || value === '') return '';
  const at = `r="${letters(column)}${row}"`;
  if (typeof value === 'number') return `<c ${at} s="${styleOf(format)}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (isError) return `<c ${at} t="e"><v>${escaped(value)}</v></c>`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function stylesXml(formats) {
  const idOf = ({ id, code }, index) => (code === '' ? id : FIRST_OWN_FORMAT + index);
  const own = formats.flatMap((format, index) =>
    format.code === ''
      ? []
      : [`<numFmt numFmtId="${idOf(format, index)}" formatCode="${escaped(format.code)}"/>`],
  );
  const styles = formats.map(
    (format, index) =>
      `<xf numFmtId="${idOf(format, index)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';
  const numFmts =
    own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`;
  return `${XML}<styleSheet xmlns="${MAIN}">${numFmts}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${plain}</cellStyleXfs><cellXfs count="${styles.length + 1}">${plain.replace('/>', ' xfId="0"/>')}${styles.join('')}</cellXfs></styleSheet>`;
}

function relations(targets) {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function letters(column) {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

function escaped(text) {
  return (
    text
      // XML has no way to hold these.
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
  );
}
