import { createLogEntry } from '../access/logStore.js';
import { RefusalError } from '../refusalError.js';
import { assertAsSeen } from '../results/markRow.js';
import { assertSheetChecked } from '../restore/recordGap.js';
import { readRowsWithInputs } from '../results/rowPages.js';
import type { DecisionToSend } from '../threads/work.js';
import { type Route, route } from '../http/route.js';
import {
  approverList,
  decisionRequest,
  type DecisionRequest,
  outcomes,
  type Row,
} from '../contract/shapes.js';
import { listApprovers } from './approvers.js';
import { requireSheet } from '../sheets/liveSheet.js';
import { readSheetWords } from '../sheets/sheetWords.js';

const decide = route({
  method: 'POST',
  path: '/api/sheets/:id/decisions',
  requires: 'decide',
  topic: 'Decisions',
  summary: 'Record a decision on one or more rows',
  body: decisionRequest,
  response: outcomes,
  async handle(request, services) {
    const { id } = await requireSheet(request, services);
    await assertSheetChecked(services.store, id);
    const { caller, body } = request;
    const { assessmentIds = [] } = body;
    if (assessmentIds.length > 0 && assessmentIds.length !== body.rows.length) {
      throw new RefusalError('invalid', (t) => t(($) => $.results.assessmentIdCount), {
        field: 'assessmentIds',
      });
    }
    const { typedRows } = await readSheetWords(services.store, id);
    const numbers = [...new Set(body.rows)];
    const found = await readRowsWithInputs(services.store, id, numbers);
    const rows = new Map(found.map((rowWithInputs) => [rowWithInputs.row.row, rowWithInputs]));
    for (const [index, assessmentId] of assessmentIds.entries()) {
      const number = body.rows[index] ?? 0;
      const seen = { assessmentId: assessmentId === '' ? null : assessmentId };
      assertAsSeen(number, rows.get(number)?.row ?? {}, seen);
    }
    const refused: { row: number; ok: boolean; message: string }[] = [];
    const decisions = numbers.flatMap((number): DecisionToSend[] => {
      const { row, read } = rows.get(number) ?? {};
      const assessmentId = row?.assessmentId;
      if (row === undefined || assessmentId === undefined || !isCurrent(row)) {
        refused.push({
          row: number,
          ok: false,
          message: typedRows.noAssessment(number),
        });
        return [];
      }
      // The ID may belong to another employee: a person entered it, it is only in the file, or it has no result.
      if (read?.choices.includes('settle') === true) {
        refused.push({ row: number, ok: false, message: typedRows.idNotVerified(number) });
        return [];
      }
      return [{ row: number, assessmentId, ...toDecision(body) }];
    });
    const action = { code: 'decisionsSent', status: body.status, rows: decisions.length } as const;
    const entry = createLogEntry(services, caller, action, id);
    const outcomesByIndex =
      decisions.length === 0 ? [] : await services.work.decide(id, decisions, entry);
    const sent = outcomesByIndex.flatMap(({ index, ok, message }) => {
      const row = decisions[index]?.row;
      return row === undefined ? [] : [{ row, ok, message }];
    });
    return { outcomes: [...sent, ...refused].toSorted((a, b) => a.row - b.row) };
  },
});

/** Returns true if the assessment was made for the current inputs of the row. */
function isCurrent({ status }: Row): boolean {
  return status === 'Scored' || status === 'Pending';
}

function toDecision(body: DecisionRequest): Omit<DecisionToSend, 'row' | 'assessmentId'> {
  const { status, managerId, complianceTeamMemberId, cancelledByStaffId, note } = body;
  return { status, managerId, complianceTeamMemberId, cancelledByStaffId, note };
}

const approvers = route({
  method: 'GET',
  path: '/api/sheets/:id/approvers',
  requires: 'look',
  topic: 'Decisions',
  summary: 'List the people who can be named in a decision, as far as they are known',
  response: approverList,
  handle: async (request, services) => {
    const { id } = await requireSheet(request, services);
    return { approvers: await listApprovers(services.store, id) };
  },
});

export const decisionRoutes: readonly Route[] = [decide, approvers];
