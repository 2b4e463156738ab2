// Opens a browser and takes screenshots of the editor.
import { join } from 'node:path';
import { launchChromium } from '../chromium.mjs';
import { pictures } from './root.mjs';

export async function withPage(work) {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // Two minutes, because a busy machine is slow.
    context.setDefaultTimeout(120_000);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

export async function takeScreenshots(n8n) {
  await withPage(async (page) => {
    const takePicture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.goto(`${n8n.origin}/signin`);
    await page.fill('input[name=emailOrLdapLoginId]', n8n.owner.email);
    await page.fill('input[name=password]', n8n.owner.password);
    await page.click('[data-test-id=form-submit-button], button[type=submit]');
    await page.waitForURL((url) => !url.pathname.includes('signin'));
    await openWorkflow(page, n8n, 'staff-list', 'Create Pending User');
    await takePicture('canvas');
    await openWorkflow(page, n8n, 'scheduled-reassessment', 'Assess Again');
    await takePicture('scheduled-reassessment');
    const sheet = await openWorkflow(page, n8n, 'upload-form', 'Assess Sheet');
    await takePicture('upload-form');
    await openPanel(page, sheet);
    await page.getByText('Add field to send').click();
    await page.getByRole('menuitem', { name: 'Employee ID' }).click();
    await page.locator('[data-test-id=mapping-fields-container] input').fill('Kennung MA');
    // Let the panel draw the value.
    await page.waitForTimeout(500);
    await takePicture('sheet-panel');
    await page.goto(`${n8n.origin}/home/credentials/remoteWorkAssessment`);
    await page.getByText('Connection tested successfully').waitFor();
    await takePicture('credential');
    const node = await openWorkflow(page, n8n, 'long-wait', 'Create Assessment');
    await openPanel(page, node);
    await takePicture('panel');
    const result = await openWorkflow(page, n8n, 'approval', 'Retrieve Assessment');
    await openPanel(page, result);
    await takePicture('retrieve-panel');
    const tool = await openWorkflow(page, n8n, 'agent', 'Read Result');
    await openPanel(page, tool);
    await takePicture('tool-panel');
    await page.keyboard.press('Escape');
    // Let the panel close.
    await page.waitForTimeout(500);
    await page.keyboard.press('n');
    await page.fill('[data-test-id=node-creator-search-bar]', 'remote work');
    // The search finds all six nodes.
    await page
      .locator('[data-test-id=item-iterator-item]', { hasText: 'Remote Work: ' })
      .nth(5)
      .waitFor();
    // Let the list stop moving.
    await page.waitForTimeout(1_000);
    await takePicture('search');
  });
}

async function openPanel(page, node) {
  await node.dblclick();
  await page.locator('[data-test-id=ndv], [data-test-id="node-parameters"]').first().waitFor();
  // Let the panel load its fields.
  await page.waitForTimeout(1_000);
}

async function openWorkflow(page, n8n, id, nodeName) {
  await page.goto(`${n8n.origin}/workflow/${id}`);
  const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`);
  await node.waitFor();
  // Let the canvas zoom to the workflow.
  await page.waitForTimeout(1_500);
  return node;
}
