// Compares a workbook before and after a run with other programs: only our columns may differ.
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
 * Compares every part, and every cell of every sheet, before and after. Below the headings are employees
 * with these IDs, who must have the scores of the service. Returns a description of the comparison.
 */
export async function assertOnlyScoresDiffer(folder, service, { source, ids, ...workbook }) {
  const { assessments } = await service.ledger();
  const rows = {};
  for (const [index, employeeId] of ids.entries()) {
    const { assessmentId } = assessments.find((each) => each.employeeId === employeeId);
    const { overallTrip } = await service.retrieve(assessmentId);
    rows[workbook.headerRow + 1 + index] = [assessmentId, overallTrip];
  }
  const headings = ['Assessment ID', 'Overall trip risk'];
  const cases = [{ name: basename(source), source, ...workbook, headings, rows, others: true }];
  const own = await mkdtemp(join(folder, 'compared-'));
  const list = writeCases(cases, own);
  const compared = compareInOpenpyxl(list);
  assert.ok(compared.isSame, compared.report);
  const missing = schemaMissing();
  const valid = missing === undefined ? validateInSchema(list) : { isSame: true, report: missing };
  assert.ok(valid.isSame, valid.report);
  const reports = `${compared.report.trim()}; ${valid.report.trim()}`;
  if (!hasLibreOffice()) return `${reports}; LibreOffice is not installed`;
  const shown = showInLibreOffice(cases, own);
  assert.ok(shown.isSame, shown.report);
  return `${reports}; ${shown.report}`;
}
