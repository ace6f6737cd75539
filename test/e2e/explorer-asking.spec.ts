import { chooseQuestion, fillExample } from './explorer-questions.ts';
import { expect, looking as test } from './fixtures.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

/**
 * Each system has two questions with values that the sandbox answers, and a text that the answer must
 * contain.
 */
const questions = [
  ['extraction', 'Which documents of this batch have a status?', 'Query GSI2'],
  ['extraction', 'Which batch has this id?', 'Query GSI3'],
  // The sandbox's downloads belong to the days before today, so only questions without a day have an example.
  ['downloads', 'Which files have a status, the longest first?', 'Query StatusIndex'],
  ['downloads', 'Which files have been downloading for too long?', 'Query StatusIndex'],
  ['funds', 'What do all documents say of this position?', 'Query GSI_Position_Document'],
  ['funds', 'What does this document call from this position?', 'GetItem'],
  ['hr', 'Which jobs of this organisation are open?', 'Query GSI1'],
  ['hr', 'Who works for this organisation, by day of hire?', 'Query acme-hr-sandbox'],
] as const;

for (const [system, asks, operation] of questions) {
  test(`${system}: “${asks}” can be asked by keyboard alone`, async ({ console: { page, url } }) => {
    await page.goto(`${url}/explorer?system=${system}`);
    await chooseQuestion(page, asks);
    await fillExample(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    const receipt = page.getByRole('region', { name: 'Receipt of this answer' });
    await expect(receipt).toContainText(operation);
    await expect(receipt).toContainText('RRU');
    const grid = page.getByRole('grid');
    await expect(grid).toBeFocused();
    await expect(grid.getByRole('row').nth(1)).toBeAttached();

    await page.keyboard.press('Enter');
    const item = page.getByRole('region', { name: 'Item', exact: true });
    await expect(item.getByRole('tree')).toContainText('"');
    await expect(item).toContainText('How this item is found');
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden();
    await expect(grid).toBeFocused();
  });
}

test('a value typed in one question carries over to the next, and Back restores the answer without a read', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr`);
  await chooseQuestion(page, 'Which organisation is this?');
  await page.keyboard.type('01HXAA');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(page).toHaveURL(/q\.orgId=01HXAA/);

  await chooseQuestion(page, 'Which departments has this organisation?');
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('01HXAA');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('row', { name: /Engineering/ })).toBeVisible();

  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/call/explorer.ask')) reads += 1;
  });
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('row', { name: /Acme Corp/ })).toBeVisible();
  expect(reads).toBe(0);
});

test('the cursor stays in place while a value is corrected', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr`);
  await chooseQuestion(page, 'Which organisation is this?');
  const field = page.getByRole('textbox', { name: 'Organisation' });
  await expect(field).toBeFocused();
  await page.keyboard.type('abcd');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('xy');
  await expect(field).toHaveValue('abxycd');
});

test('a link fills the form and reads nothing', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr&pattern=orgById&q.orgId=01HXAA`);
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('01HXAA');
  await expect(page.getByText('No answer yet')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Receipts' })).toHaveText('Nothing read yet');
});

test('an e-mail address stays out of the page’s address', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr`);
  await chooseQuestion(page, 'Who has this e-mail address?');
  await page.keyboard.type('alice@acme.co');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  expect(page.url()).not.toContain('alice');
});

test('an invalid value is explained under its field, which gets the focus', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr`);
  await chooseQuestion(page, 'Who has this e-mail address?');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(field).toBeFocused();
  await expect(page.getByText('E-mail address is missing.')).toBeVisible();
  await page.keyboard.type('alice');
  await expect(page.getByText(/^E-mail address is not an e-mail address/)).toBeVisible();
});

test('M reads the next page, and its cost is shown first', async ({ console: { page, url } }) => {
  const search = 'system=funds&pattern=positionAcrossDocuments&q.positionId=POSITION_1&size=2';
  await page.goto(`${url}/explorer?${search}`);
  await page.getByRole('textbox', { name: 'Position' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('At least 2, next page costs about 0.5 RRU')).toBeVisible();
  const rows = page.getByRole('grid').getByRole('row');
  await page.keyboard.press('m');
  await expect(rows).toHaveCount(1 + 4 + 1);
  await page.keyboard.press('m');
  await expect(page.getByText('All 5')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt of this answer' })).toContainText(
    '5 items in 3 pages',
  );
});

test('many items are requested by key at once', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=extraction`);
  await chooseQuestion(page, 'What are these documents now?');
  await fillExample(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Receipt of this answer' })).toContainText('BatchGetItem');
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeAttached();
});
