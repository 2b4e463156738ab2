// Opens a browser and takes screenshots of the editor.
import { join } from 'node:path';
import { launchChromium } from '../chromium.mjs';
import { pictures } from './root.mjs';

/** Opens a browser for some work, and closes it afterwards. */
export async function withPage(work) {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // A busy machine is slow.
    context.setDefaultTimeout(120_000);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Takes screenshots of the canvas, the panels of three nodes and a tool, and the node search. */
export async function takeScreenshots(n8n) {
  await withPage(async (page) => {
    const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.goto(`${n8n.origin}/signin`);
    await page.fill('input[name=emailOrLdapLoginId]', n8n.owner.email);
    await page.fill('input[name=password]', n8n.owner.password);
    await page.click('[data-test-id=form-submit-button], button[type=submit]');
    await page.waitForURL((url) => !url.pathname.includes('signin'));
    await openWorkflow(page, n8n, 'staff-list', 'Create Pending User');
    await picture('canvas');
    await openWorkflow(page, n8n, 'scheduled-reassessment', 'Assess Again');
    await picture('scheduled-reassessment');
    const sheet = await openWorkflow(page, n8n, 'upload-form', 'Assess Sheet');
    await picture('upload-form');
    await openPanel(page, sheet);
    await page.getByText('Add field to send').click();
    await page.getByRole('menuitem', { name: 'Employee ID' }).click();
    await page.locator('[data-test-id=mapping-fields-container] input').fill('Kennung MA');
    await page.waitForTimeout(500);
    await picture('sheet-panel');
    await page.goto(`${n8n.origin}/home/credentials/remoteWorkAssessment`);
    await page.getByText('Connection tested successfully').waitFor();
    await picture('credential');
    const node = await openWorkflow(page, n8n, 'long-wait', 'Create Assessment');
    await openPanel(page, node);
    await picture('panel');
    const result = await openWorkflow(page, n8n, 'approval', 'Retrieve Assessment');
    await openPanel(page, result);
    await picture('retrieve-panel');
    const tool = await openWorkflow(page, n8n, 'agent', 'Read Result');
    await openPanel(page, tool);
    await picture('tool-panel');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    await page.keyboard.press('n');
    await page.fill('[data-test-id=node-creator-search-bar]', 'remote work');
    // The search finds all six nodes.
    await page
      .locator('[data-test-id=item-iterator-item]', { hasText: 'Remote Work: ' })
      .nth(5)
      .waitFor();
    await page.waitForTimeout(1_000);
    await picture('search');
  });
}

async function openPanel(page, node) {
  await node.dblclick();
  await page.locator('[data-test-id=ndv], [data-test-id="node-parameters"]').first().waitFor();
  await page.waitForTimeout(1_000);
}

/** Opens a workflow in the editor and returns one of its nodes. */
async function openWorkflow(page, n8n, id, name) {
  await page.goto(`${n8n.origin}/workflow/${id}`);
  const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
  await node.waitFor();
  // Wait until the canvas has zoomed to the workflow.
  await page.waitForTimeout(1_500);
  return node;
}
