import { ResultPoller, type Waited, type WaitOptions } from './resultPoller.js';

export async function waitForResults(
  assessmentIds: Iterable<string>,
  options: Omit<WaitOptions, 'onSettled'> & Partial<Pick<WaitOptions, 'onSettled'>>,
): Promise<Map<string, Waited>> {
  const settled = new Map<string, Waited>();
  const poller = new ResultPoller({
    ...options,
    onSettled: (assessmentId, waited) => {
      settled.set(assessmentId, waited);
      options.onSettled?.(assessmentId, waited);
    },
  });
  for (const assessmentId of assessmentIds) poller.add(assessmentId);
  poller.close();
  await poller.run();
  return settled;
}
