// Checks a returned workbook: compares it with the original in openpyxl, validates it against the
// schema, and reads its scores in LibreOffice. Only our columns may differ from the original.
import { strict as assert } from 'node:assert';
import { mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  compareInOpenpyxl,
  hasLibreOffice,
  writeCases,
  describeMissingSchema,
  checkInLibreOffice,
  validateAgainstSchema,
} from '../independent/programs.mjs';

/**
 * Compares all parts and cells of the workbooks `source` and `result`. The rows below the headings
 * belong to the employees `ids`, and must contain the Assessment IDs and overall scores from the
 * service. Returns the reports of the checks.
 */
export async function assertOnlyScoresDiffer(folder, service, { source, ids, ...workbook }) {
  const { assessments } = await service.readLedger();
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
  const comparison = compareInOpenpyxl(list);
  assert.ok(comparison.hasPassed, comparison.report);
  const missing = describeMissingSchema();
  const validation =
    missing === undefined ? validateAgainstSchema(list) : { hasPassed: true, report: missing };
  assert.ok(validation.hasPassed, validation.report);
  const reports = `${comparison.report.trim()}; ${validation.report.trim()}`;
  if (!hasLibreOffice()) return `${reports}; LibreOffice is not installed`;
  const libreOffice = checkInLibreOffice(cases, comparisonFolder);
  assert.ok(libreOffice.hasPassed, libreOffice.report);
  return `${reports}; ${libreOffice.report}`;
}
