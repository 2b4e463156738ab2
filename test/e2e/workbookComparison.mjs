// Checks a returned workbook: openpyxl compares it with the original, where only our columns may
// differ, LibreOffice shows the scores, and the schema validates it.
import { strict as assert } from 'node:assert';
import { mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  compareInOpenpyxl,
  hasLibreOffice,
  writeCases,
  schemaMissing,
  showInLibreOffice,
  validateInSchema,
} from '../independent/programs.mjs';

/**
 * Compares every part, and every cell of every sheet, of the workbooks `source` and `result`. The
 * rows below the headings are those of the employees `ids`, and must have the Assessment IDs and
 * overall scores of the service. Returns a description of the comparison.
 */
export async function assertOnlyScoresDiffer(folder, service, { source, ids, ...workbook }) {
  const { assessments } = await service.ledger();
  const rows = {};
  for (const [index, employeeId] of ids.entries()) {
    const { assessmentId } = assessments.find((assessment) => assessment.employeeId === employeeId);
    const { overallTrip } = await service.retrieve(assessmentId);
    rows[workbook.headerRow + 1 + index] = [assessmentId, overallTrip];
  }
  const headings = ['Assessment ID', 'Overall trip risk'];
  const cases = [{ name: basename(source), source, ...workbook, headings, rows, others: true }];
  const comparisonFolder = await mkdtemp(join(folder, 'compared-'));
  const list = writeCases(cases, comparisonFolder);
  const compared = compareInOpenpyxl(list);
  assert.ok(compared.isSame, compared.report);
  const notValidated = schemaMissing();
  const valid =
    notValidated === undefined ? validateInSchema(list) : { isSame: true, report: notValidated };
  assert.ok(valid.isSame, valid.report);
  const reports = `${compared.report.trim()}; ${valid.report.trim()}`;
  if (!hasLibreOffice()) return `${reports}; LibreOffice is not installed`;
  const rendered = showInLibreOffice(cases, comparisonFolder);
  assert.ok(rendered.isSame, rendered.report);
  return `${reports}; ${rendered.report}`;
}
