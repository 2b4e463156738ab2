import type { Run } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';

/** If the start fails, the plan may have changed, so it is loaded again. */
export async function startRun(
  { sheet, setData }: Pick<SheetProps, 'sheet' | 'setData'>,
  request: Readonly<Record<string, unknown>>,
  refetchPlan: () => void,
): Promise<void> {
  try {
    const run = await ask<Run>('POST', `${getApiPath(sheet)}/runs`, request);
    // Without this, Watch would show the previous run until the event about the new one arrives.
    setData({ ...sheet, stage: 'running', run });
  } catch (error) {
    refetchPlan();
    throw error;
  }
  go(getStepPath(sheet, 'watch'));
}
