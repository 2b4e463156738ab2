import type { Run } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { apiPath, type SheetProps, stepPath } from './sheetPaths.js';

/** Starts the planned run of an order, and shows its progress. After a refusal, gets the plan again, which has changed. */
export async function startRun(
  { sheet, setData }: Pick<SheetProps, 'sheet' | 'setData'>,
  order: Readonly<Record<string, unknown>>,
  refetchPlan: () => void,
): Promise<void> {
  try {
    const run = await ask<Run>('POST', `${apiPath(sheet)}/runs`, order);
    // The event of the new run arrives a moment later. Without this, Watch would first show the previous run.
    setData({ ...sheet, stage: 'running', run });
  } catch (error) {
    refetchPlan();
    throw error;
  }
  go(stepPath(sheet, 'watch'));
}
