import { openPalette } from './dialogs.ts';
import { expect } from './fixtures.ts';
import { test, type MovedConsole } from './moved-console.ts';
import { axeViolations } from './shell-axe.ts';
import { paste, worldIsOpen } from './triage-world.ts';

const uuid = '0b8f7a52-91d4-4c83-9f1e-6c7f0a1b2c3d';

/** Writes a batch with the domain's keys and little else, as another deployment may. */
async function plantBatch(world: MovedConsole, batchId: string, tenantId: string): Promise<void> {
  const item = {
    PK: { S: `TENANT#${tenantId}#PROJECT#imports` },
    SK: { S: `BATCH#${batchId}` },
    GSI3PK: { S: batchId },
    GSI3SK: { S: 'BATCH' },
    status: { S: 'FAILED' },
    createdAt: { S: '2026-01-02T03:04:05.000Z' },
  };
  await world.meanwhile({ does: 'write', table: 'autowired-sandbox', item });
}

test('a batch is found whatever its id looks like, and its page opens', async ({
  world,
  console: { page },
}) => {
  await worldIsOpen(page);
  for (const batchId of ['KB-big-900', uuid, 'поставка 7/b', '4711']) {
    await plantBatch(world, batchId, 'northwind');
    await paste(page, batchId);
    await expect(page.getByRole('heading', { name: batchId })).toBeVisible({ timeout: 20_000 });
    expect(new URL(page.url()).searchParams.get('batch')).toBe(batchId);
  }
});

test('a batch id that two tenants share is a choice, and Back returns to it', async ({
  world,
  console: { page },
}) => {
  await worldIsOpen(page);
  await plantBatch(world, 'KB-12', 'northwind');
  await plantBatch(world, 'KB-12', 'kestrel');
  await openPalette(page);
  await page.keyboard.type('KB-12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '2 batches have the id “KB-12”' })).toBeVisible({
    timeout: 20_000,
  });
  const choice = page.getByRole('listbox', { name: 'Batches of this id' }).getByRole('option');
  await expect(choice).toHaveCount(2);
  await expect(choice.filter({ hasText: 'Kestrel Foods' })).toContainText('created 2026-01-02 03:04 UTC');
  expect(await axeViolations(page)).toEqual([]);
  for (const [tenantId, name] of [
    ['kestrel', 'Kestrel Foods'],
    ['northwind', 'Northwind Logistics'],
  ] as const) {
    await choice.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { name: 'KB-12' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('tenant')).toBe(tenantId);
    await expect(page.getByRole('button', { name: new RegExp(`^Tenant: ${name}`) })).toBeVisible();
    await page.goBack();
    await expect(choice).toHaveCount(2);
  }
});

test.describe('a link that names no tenant', () => {
  test.use({ isRefused: true });

  test('opens neither of two batches, and shows the choice', async ({ world, console: { page, url } }) => {
    await worldIsOpen(page);
    await plantBatch(world, 'KB-12', 'northwind');
    await plantBatch(world, 'KB-12', 'kestrel');
    await page.goto(`${url}/triage?batch=KB-12`);
    await expect(page.getByText('More than one batch has this id')).toBeVisible({ timeout: 20_000 });
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose a batch' }).click();
    await expect(page.getByRole('heading', { name: '2 batches have the id “KB-12”' })).toBeVisible();
  });
});
