import type { Page } from '@playwright/test';
import { openPalette } from './dialogs.ts';
import { expect, looking, shellIsThere, test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

looking(
  'a pasted batch id leads to its page by one read, and Back to where one was',
  async ({ console: { page, url } }) => {
    const batchId = await aFailedBatchId(page, url);
    await page.goto(`${url}/costs`);
    await shellIsThere(page);
    const reads = recordReads(page);
    await openPalette(page);
    await page.keyboard.type(batchId);
    await expect(page.getByRole('option').first()).toHaveText(new RegExp(`Find batch ${batchId}`));
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: batchId })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
    // The page does not repeat the read that the look-up has already made.
    expect(reads.filter((one) => one === 'lookup.find')).toHaveLength(1);
    expect(reads).not.toContain('batches.byId');
    await expect(page.getByRole('list', { name: 'Receipts' })).toContainText(
      /AP7 Batch by id\s*GSI3\s*[\d.]+ RRU\s*1 item/,
    );
    await page.goBack();
    await expect(page).toHaveURL(`${url}/costs`);
  },
);

looking('a document with the key of its batch leads to the document', async ({ console: { page, url } }) => {
  const batchId = await aFailedBatchId(page, url);
  const documentId = await findFirstDocument(page, batchId);
  await page.goto(
    `${url}/find?id=${encodeURIComponent(`TENANT#northwind#BATCH#${batchId}\tDOCUMENT#${documentId}`)}`,
  );
  await expect(page.getByRole('region', { name: /^Document / })).toContainText(documentId);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: batchId })).toBeVisible();
});

test('a document without its batch is refused with the index it would need, and the vote is counted', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/find?id=doc-01JC9NZK41RD`);
  const card = page.getByRole('region', { name: 'No index answers this' });
  await expect(card).toContainText('0 RRU spent');
  await card.getByRole('button', { name: 'Add my vote' }).click();
  await expect(card).toContainText('once by 1 person, first on the list');
  expect(await axeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: /^Ask AP/ }).click();
  await expect(page).toHaveURL(/\/explorer\?.*q\.documentId=doc-01JC9NZK41RD/);
});

looking(
  'an id found nowhere is reported with every search that was made',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/find?id=batch-01JC9NZK41RD`);
    await expect(page.getByRole('heading', { name: 'No match for “batch-01JC9NZK41RD”' })).toBeVisible({
      timeout: 20_000,
    });
    const main = page.getByRole('main');
    await expect(main).toContainText('Asked: batch (GSI3), FileID (by key), download batch (by key).');
    await expect(main).toContainText('Not asked: document (no index).');
    await expect(page.getByRole('list', { name: 'Receipts' })).toContainText(/AP7 Batch by id\s*GSI3/);
    expect(await axeViolations(page)).toEqual([]);
  },
);

looking(
  'an e-mail address finds a person and their tenants, and stays out of the address',
  async ({ console: { page, url } }) => {
    await openPalette(page);
    await page.keyboard.type('maya.ortiz@northwind.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Maya Ortiz' })).toBeVisible();
    expect(page.url()).toBe(`${url}/find`);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'northwind' }).click();
    await expect(page.getByRole('tab', { name: /^FAILED \d/ })).toBeVisible();
  },
);

looking(
  'what is no batch and no file is offered as what else it may be, by the keys alone',
  async ({ console: { page, url } }) => {
    const reads = recordReads(page);
    await page.goto(`${url}/find?id=kestrel`);
    await expect(page.getByRole('heading', { name: 'No match for “kestrel”' })).toBeVisible({
      timeout: 20_000,
    });
    expect(reads.filter((one) => one === 'lookup.find')).toHaveLength(1);
    // The list is that of the palette: what has that name, then the kinds that were not asked.
    const list = page.getByRole('listbox', { name: 'Search or run a command' });
    await expect(list.getByRole('option')).toHaveText([
      /Find message kestrel\s*from 0\.5 RRU, <\$0\.0001/,
      /Find tenant kestrel\s*from 0\.5 RRU, <\$0\.0001/,
      /Read more tenants of the directory/,
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Tenant: Kestrel Foods/ })).toBeVisible({
      timeout: 20_000,
    });
  },
);

looking(
  'the page finds by name as the palette does, and whatever it shows leads on',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/find`);
    const field = page.getByRole('combobox', { name: 'Search or run a command' });
    await expect(field).toBeFocused();
    await page.keyboard.type('workfl');
    await expect(page.getByRole('option').first()).toContainText('Workflows');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/workflows`);

    // Each of several ids in a text is a row, and another text may be typed instead.
    const text = 'batch-01JC9NZK41RD and batch-01JC9NZK41RE failed';
    await page.goto(`${url}/find?id=${encodeURIComponent(text)}`);
    await expect(page.getByRole('heading', { name: '2 ids are in this text' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveText([
      /Find batch batch-01JC9NZK41RD/,
      /RE\s*from the text/,
    ]);
    await field.fill('triage');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`^${url}/triage`));
  },
);

looking('an impossible id is not looked up', async ({ console: { page, url } }) => {
  const reads = recordReads(page);
  await page.goto(`${url}/find?id=${encodeURIComponent('KB#900')}`);
  await expect(page.getByText('No id can contain #')).toBeVisible();
  // The list below has what was opened lately, which is a file of this machine.
  expect(reads.filter((read) => read !== 'lookup.opened')).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
});

async function aFailedBatchId(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/triage?tenant=northwind`);
  const row = page.getByRole('option').first();
  await expect(row).toBeVisible({ timeout: 20_000 });
  const id = /batch-[0-9A-Z]{12}/.exec((await row.textContent()) ?? '')?.[0];
  if (id === undefined) throw new Error('The first row of the list names no batch.');
  return id;
}

async function findFirstDocument(page: Page, batchId: string): Promise<string> {
  await page.getByRole('option', { name: new RegExp(batchId) }).click();
  await page.getByRole('grid', { name: 'Documents' }).getByRole('row').nth(1).dblclick();
  await expect(page).toHaveURL(/document=/);
  return new URL(page.url()).searchParams.get('document') ?? '';
}

function recordReads(page: Page): readonly string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const operation = /\/call\/((?:lookup|batches|documents|tenants)\..+)$/.exec(request.url())?.[1];
    if (operation !== undefined) reads.push(operation);
  });
  return reads;
}
