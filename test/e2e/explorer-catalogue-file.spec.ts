import { fillExample } from './explorer-questions.ts';
import { expect, looking as test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

const files = 'test/fixtures/catalogues';

test.use({ at: null, flags: ['--catalogue', `${files}/own-system.json`] });

test('a system from a file is listed beside the others, marked as such, and its forms can be filled', async ({
  console: { page, url },
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${url}/explorer`);
  const systems = page.getByRole('list', { name: 'Systems' });
  await expect(systems.getByRole('button')).toHaveCount(5);
  const own = systems.getByRole('button', { name: /^Parcels/ });
  const mark = own.getByText('from your file');
  expect(await mark.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  await own.press('Enter');
  await expect(page.getByRole('heading', { name: 'Which depot is this?' })).toBeVisible();

  await page.goto(`${url}/explorer?system=parcels&pattern=parcelsOfDepot`);
  await page.getByRole('textbox', { name: 'Depot' }).press('X');
  await expect(page.getByRole('region', { name: 'Key of the question' })).toContainText('DEPOT#X');
  expect(await axeViolations(page)).toEqual([]);
});

test('the sandbox holds its samples too, so it is answered, with its own masks', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=parcels&pattern=parcelsOfDepot`);
  await fillExample(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(page.getByRole('row', { name: /on the road masked, a name/ })).toBeVisible();
  await expect(page.getByRole('grid')).toContainText('0.12345678901234567890123456789012345678');
  expect(await axeViolations(page)).toEqual([]);
});

for (const [view, title] of [
  ['keys', 'Keys'],
  ['review', 'Schema review'],
  ['costs', 'Costs'],
  ['access', 'Access'],
] as const) {
  test(`${title} knows the system from the file`, async ({ console: { page, url } }) => {
    await page.goto(`${url}/explorer?system=parcels&view=${view}`);
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    if (view === 'access')
      await expect(page.getByRole('tree', { name: 'Policy' })).toContainText('table/parcels-');
    expect(await axeViolations(page)).toEqual([]);
  });
}

test.describe('a file with mistakes', () => {
  test.use({ flags: ['--catalogue', `${files}/broken.json`] });

  test('is reported by path, value and problem, and the other systems work', async ({
    console: { page, url },
  }) => {
    await page.goto(`${url}/explorer?system=hr&pattern=employeesOfOrg`);
    await expect(page.getByText(/\d+ problems in \S*broken\.json\./)).toBeVisible();
    const problem = page.getByRole('listitem').filter({ hasText: 'tables.main.partition.type' });
    await expect(problem).toContainText('is "Number": expected');
    await expect(page.getByRole('list', { name: 'Systems' }).getByRole('button')).toHaveCount(4);
    await fillExample(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('grid')).toBeFocused();
    expect(await axeViolations(page)).toEqual([]);
  });
});
