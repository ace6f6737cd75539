import type { Locator, Page } from '@playwright/test';
import { askOverview } from './explorer-questions.ts';
import { expect, looking as test, test as own } from './fixtures.ts';
import { hold } from './hold.ts';
import { axeViolations } from './shell-axe.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

const views = [
  ['keys', 'Keys'],
  ['review', 'Schema review'],
  ['costs', 'Costs'],
  ['access', 'Access'],
] as const;

const looks = [
  ['light', { width: 1280, height: 720 }, ['extraction', 'downloads', 'funds', 'hr']],
  ['dark', { width: 1440, height: 900 }, ['downloads', 'hr']],
] as const;

for (const [colorScheme, size, systems] of looks) {
  test(`no view of a system is wider than its pane or has an axe violation: ${colorScheme}`, async ({
    console: { page, url },
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    for (const system of systems) {
      for (const [view, title] of views) {
        await page.goto(`${url}/explorer?system=${system}&view=${view}`);
        await heading(page, title).waitFor();
        if (view === 'keys') await page.getByRole('button', { name: 'Open all' }).press('Enter');
        if (view === 'review') await page.getByRole('button', { name: /found nothing$/ }).press('Enter');
        if (view === 'access') await page.getByRole('tree', { name: 'Policy' }).waitFor();
        expect(await wideBoxes(page, title), `${system} ${view}`).toEqual([]);
        expect(await axeViolations(page), `${system} ${view}`).toEqual([]);
      }
    }
  });
}

test('keys show which questions share an index, and a question there opens its form', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr&view=keys`);
  const map = page.getByRole('table', { name: 'Entities and keys' });
  const posting = map.getByRole('row', { name: /^Job posting/ });
  await expect(posting).toContainText('ORG#{orgId}#OPEN');
  await expect(posting).toContainText('sparse');
  await expect(map.getByRole('row', { name: /^Department/ })).toContainText('no keys written');

  const indexes = page.getByRole('region', { name: 'What each index serves' });
  await expect(indexes).toContainText('3 entities share GSI1, told apart by');
  await expect(indexes).toContainText('Job posting: while it is open');

  await page.getByRole('button', { name: /^Application/ }).press('Enter');
  await expect(page.getByRole('list', { name: 'Allowed changes of status' })).toContainText(
    'reviewing → rejected | accepted',
  );
  await expect(page.getByRole('table', { name: 'Attributes of Application' })).toContainText('submittedAt');

  await page.getByRole('button', { name: 'Who has this e-mail address?' }).last().press('Enter');
  await expect(page).toHaveURL(/pattern=employeeByEmail/);
  await expect(heading(page, 'Who has this e-mail address?')).toBeVisible();
});

test('keys of a system with secrets are described', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=downloads&view=keys`);
  await page.getByRole('button', { name: /^File/ }).press('Enter');
  const address = page
    .getByRole('table', { name: 'Attributes of File' })
    .getByRole('row', { name: /PresignedURL/ });
  await expect(address).toContainText('secret, a presigned address');
});

test('the review finds the hot index of downloads, and finds nothing high in hr', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=downloads&view=review`);
  const high = page.getByRole('region', { name: 'High', exact: true });
  await expect(high).toContainText('downloads.jobs.StatusIndex');
  await page.getByRole('radio', { name: /^Low/ }).press('Space');
  await expect(high).toBeHidden();
  await page.getByRole('radio', { name: /^High/ }).press('Space');
  await high.getByRole('button', { name: 'Copy finding as text' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  await high.getByRole('button', { name: 'Show keys' }).press('Enter');
  await expect(page).toHaveURL(/view=keys/);

  await page.goto(`${url}/explorer?system=hr&view=review`);
  await expect(page.getByText('No high findings.')).toBeVisible();
  await page.getByRole('button', { name: /rules found nothing$/ }).press('Enter');
  await expect(page.getByText('ttl-in-milliseconds')).toBeVisible();
});

test('items that were read are reviewed too', async ({ console: { page, url } }) => {
  await askOverview(page, url);
  await page.getByRole('radio', { name: 'Review' }).press('Space');
  await expect(page.getByText('and over 10 items read')).toBeVisible();
});

test('costs of hr match the printed ones, except in two rows, and calls can be tried by keyboard', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr&view=costs`);
  await page.getByRole('button', { name: 'Use its prices' }).press('Enter');
  await expect(row(page, 'AP2')).toContainText('$0.02500');
  await expect(row(page, 'AP8')).toContainText('$0.00750');
  await expect(row(page, 'AP8')).toContainText('our figure at the same prices is $0.0075');
  await expect(row(page, 'AP6')).not.toContainText('ours by');
  const together = page.getByRole('region', { name: 'Total costs' });
  await expect(together).toContainText('$0.0755');
  await expect(page.getByText('prints $0.071 a day and $2.15 a month')).toBeVisible();

  await calls(page, 'AP1').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1,000,000');
  await expect(row(page, 'AP1')).toContainText('$0.1250');
  await page.keyboard.press('Enter');
  await expect(calls(page, 'AP2')).toBeFocused();
  await page.keyboard.type('many');
  await expect(row(page, 'AP2')).toContainText('Expected a whole number up to 1,000,000,000.');
  await page.keyboard.press('Escape');
  await expect(calls(page, 'AP2')).toHaveValue('200,000');

  await page.getByRole('radio', { name: 'Keys' }).press('Space');
  await heading(page, 'Keys').waitFor();
  await page.getByRole('radio', { name: 'Costs' }).press('Space');
  await expect(calls(page, 'AP1')).toHaveValue('1,000,000');
  await page.getByRole('radio', { name: '10×' }).press('Space');
  await expect(row(page, 'AP1')).toContainText('$1.2500');
  await page.getByRole('radio', { name: '1×', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Reset all' }).press('Enter');
  await expect(together).toContainText('$0.0755');
});

own('reads of this session can replace the declared calls', async ({ console: { page, url } }) => {
  await askOverview(page, url);
  await page.getByRole('radio', { name: 'Costs' }).press('Space');
  const overview = row(page, 'AP1');
  await expect(overview).toContainText('≈ ');
  await page.getByRole('radio', { name: 'Measured 1' }).press('Space');
  await expect(overview).not.toContainText('≈ ');
  await expect(overview.getByTitle('Measured in this session')).toHaveText('0.5');
  await expect(page.getByText("those of this session's receipts")).toBeVisible();
});

test('both billing modes are compared, with an expected peak', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr&view=costs`);
  await page.getByRole('button', { name: 'Use its prices' }).press('Enter');
  const part = page.getByRole('region', { name: 'On demand or provisioned' });
  await expect(part).toContainText('from about 24.1 million requests a month');
  const peak = part.getByRole('textbox', { name: 'Peak over mean' });
  await peak.press('ControlOrMeta+A');
  await page.keyboard.type('0');
  await expect(part).toContainText('Expected a number from 1 to 1,000.');
  await expect(part).toContainText('Not compared.');
  await peak.press('ControlOrMeta+A');
  await page.keyboard.type('1');
  await expect(part).toContainText('Provisioned is cheaper.');
});

test('a policy for a role and a tenant is written, and saved', async ({ console: { page, url } }) => {
  await page.goto(`${url}/explorer?system=hr&view=access`);
  const policy = page.getByRole('tree', { name: 'Policy' });
  await expect(policy).toContainText('dynamodb:Query');
  await page.getByRole('radio', { name: 'Admin' }).press('Space');
  await expect(page.getByText('sluice-local-admin.json')).toBeVisible();
  const tenant = page.getByRole('textbox', { name: 'Limit to tenant' });
  await tenant.press('a');
  await page.keyboard.type('#b');
  await expect(page.getByText('The policy below covers all tenants.')).toBeVisible();
  await tenant.press('ControlOrMeta+A');
  await page.keyboard.type('01HXAA');
  await expect(policy).toContainText('dynamodb:LeadingKeys');
  await expect(policy).toContainText('ORG#01HXAA');
  await expect(page.getByText(/of 6,144 characters/)).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter');
  expect((await saving).suggestedFilename()).toBe('sluice-local-admin-01HXAA.json');
});

test('a policy can be copied and saved only once it is of the chosen role and tenant', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/explorer?system=hr&view=access`);
  const part = page.getByRole('region', { name: 'Policy', exact: true });
  const buttons = ['Copy', 'Download'].map((name) => part.getByRole('button', { name, exact: true }));
  for (const button of buttons) await expect(button).toBeEnabled();

  let policy = hold();
  await page.route('**/call/explorer.policy', async (route) => {
    await policy.isOver;
    await route.continue();
  });
  await page.getByRole('radio', { name: 'Reviewer' }).press('Space');
  for (const button of buttons) await expect(button).toBeDisabled();
  policy.end();
  for (const button of buttons) await expect(button).toBeEnabled();

  policy = hold();
  await page.getByRole('textbox', { name: 'Limit to tenant' }).fill('01HXAA');
  for (const button of buttons) await expect(button).toBeDisabled();
  policy.end();
  for (const button of buttons) await expect(button).toBeEnabled();
  await expect(part.getByRole('tree', { name: 'Policy' })).toContainText('TENANT#01HXAA');
});

test('positions are grouped, and summed over the items that were read', async ({
  console: { page, url },
}) => {
  await askOverview(page, url);
  await page.getByRole('radio', { name: 'Sum', exact: true }).press('Space');
  await choose(page, 'Group by', 'Position id');
  await choose(page, 'Then by', 'Entity type');
  const groups = page.getByRole('table', { name: 'Groups and sums' });
  await expect(groups.getByRole('row', { name: 'POSITION_1 CapitalCall 1 500,000' })).toBeVisible();
  await expect(groups.getByRole('row', { name: 'POSITION_1 Distribution 1 75,000' })).toBeVisible();
  await expect(groups.getByRole('row', { name: 'POSITION_1 UnfundedCommitment 1 1,500,000' })).toBeVisible();
  await expect(page.getByText('groups of the 10 loaded')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('the latest version is compared with the newest before it', async ({ console: { page, url } }) => {
  await askOverview(page, url);
  await page.getByRole('radio', { name: 'Compare' }).press('Space');
  const table = page.getByRole('table', { name: 'Attributes side by side' });
  await expect(table.getByRole('row', { name: /^Amount 450,000 500,000 differs/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^PK/ })).toBeHidden();
  await page.getByRole('switch', { name: 'Only differences' }).press('Space');
  await expect(table.getByRole('row', { name: /^PK DOC001 DOC001 same/ })).toBeVisible();
  await page.getByRole('button', { name: 'Swap left and right' }).press('Enter');
  await expect(table.getByRole('row', { name: /^Amount 500,000 450,000/ })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name, exact: true });
}

function row(page: Page, number: string): Locator {
  return page
    .getByRole('table', { name: 'Cost of each access pattern' })
    .getByRole('row', { name: new RegExp(`^${number} `) });
}

function calls(page: Page, number: string): Locator {
  return page.getByRole('textbox', { name: new RegExp(`^Calls a day of ${number} `) });
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).press('Enter');
  await page.getByRole('option', { name: option, exact: true }).waitFor();
  await page.keyboard.type(option.slice(0, 4));
  await expect(page.getByRole('option', { name: option, exact: true })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  // The list fades out, and two lists on the page share an option, so the first has to be gone.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: field })).toContainText(option);
}

/** Lists the scroll boxes of a view whose content reaches past their right edge. */
async function wideBoxes(page: Page, title: string): Promise<readonly string[]> {
  return page
    .getByRole('region', { name: title, exact: true })
    .evaluate((view) =>
      [...view.querySelectorAll('*')]
        .filter(
          (box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth,
        )
        .map((box) => `${box.className}: ${String(box.scrollWidth)} in ${String(box.clientWidth)}`),
    );
}
