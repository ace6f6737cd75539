import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/explorer/messages.ts';
import { anEmployee, answerWith, changeCatalogue, failures, read, refusedWith } from './explorer-answers.ts';
import { fillExample } from './explorer-questions.ts';
import { expect, looking as test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

const ofOrganisation = 'system=hr&pattern=employeesOfOrg&q.orgId=01HXAA';

const told = [
  ['throttled', 'The table is too busy', 'Try again'],
  ['denied', 'This role may not read acme-hr-sandbox', 'Copy for admin'],
  ['expired', 'The sign-in to AWS has expired', 'Try again'],
  ['unreachable', 'AWS did not answer', 'Try again'],
  ['refused', 'AWS refused the question', 'Try again'],
  ['noTable', 'No table acme-hr-sandbox here', 'Try again'],
  ['invalid', 'Invalid question', 'Copy the reference'],
] as const;

for (const colorScheme of ['dark', 'light'] as const) {
  test(`each failure says what happened and what to do: ${colorScheme}`, async ({
    console: { page, url },
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    for (const [name, title, action] of told) {
      await page.unrouteAll();
      await answerWith(page, refusedWith(failures[name]));
      await open(page, `${url}/explorer?${ofOrganisation}`);
      await page.keyboard.press('ControlOrMeta+Enter');
      const alert = page.getByRole('alert');
      await expect(alert, name).toContainText(title);
      await expect(alert, name).toContainText(failures[name].message);
      await expect(alert.getByRole('button', { name: action }), name).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Organisation' }), name).toHaveValue('01HXAA');
      expect(await axeViolations(page), name).toEqual([]);
    }
  });

  test(`any content of an item is shown as it is: ${colorScheme}`, async ({ console: { page, url } }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await answerWith(page, read(special, { throttled: 2 }));
    await ask(page, `${url}/explorer?${ofOrganisation}`);
    await expect(page.getByRole('region', { name: 'Receipt of this answer' })).toContainText(
      'throttled 2 times',
    );
    const row = page.getByRole('row', { name: /expired, awaiting deletion/ });
    await expect(row.getByText('01HXEXPIRED', { exact: true })).toBeInViewport();
    expect(await axeViolations(page)).toEqual([]);

    const item = page.getByRole('region', { name: 'Item', exact: true });
    await page.keyboard.press('Enter');
    for (const words of shownIn) {
      await expect(item).toContainText(words);
      expect(await axeViolations(page), words).toEqual([]);
      await page.keyboard.press('j');
    }
    for (const show of ['JSON', 'Sum', 'Compare']) {
      await page.getByRole('radio', { name: show, exact: true }).press('Space');
      expect(await axeViolations(page), show).toEqual([]);
    }
  });

  test(`a broken file, a table without a name and many indexes: ${colorScheme}`, async ({
    console: { page, url },
  }) => {
    await page.emulateMedia({ colorScheme });
    await changeCatalogue(page, ({ systems }) => ({
      systems: systems.map((system) => withMoreIndexes(withoutName(system))),
      file: {
        path: '/srv/parcels.json',
        problems: [{ path: 'tables.main', value: '1', problem: 'expected a table' }],
      },
    }));
    await page.goto(`${url}/explorer?system=hr`);
    await expect(page.getByText('main: no name on this connection')).toBeVisible();
    await expect(page.getByText('One problem in /srv/parcels.json.')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`${url}/explorer?system=extraction&pattern=documentsByStatus`);
    await fillExample(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Key colours' })).toContainText('GSI6');
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('a next page that fails keeps what was read, and can be tried again', async ({
  console: { page, url },
}) => {
  const first = read([anEmployee('01HXA'), anEmployee('01HXB')], { cursor: 'next' });
  await answerWith(page, first, refusedWith(failures.throttled), read([anEmployee('01HXC')]));
  await ask(page, `${url}/explorer?${ofOrganisation}`);
  await page.keyboard.press('m');
  await expect(page.getByText('The table is too busy.')).toBeVisible();
  await expect(page.getByRole('row', { name: /01HXB/ })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('All 3')).toBeVisible();
});

test('a refused cursor is not sent again: the question starts over', async ({ console: { page, url } }) => {
  const first = read([anEmployee('01HXA')], { cursor: 'next' });
  await answerWith(page, first, refusedWith(failures.cursor), read([anEmployee('01HXB')]));
  await ask(page, `${url}/explorer?${ofOrganisation}`);
  await page.keyboard.press('m');
  await expect(page.getByText(`${messages.failures.pageLost}.`)).toBeVisible();
  const again = page.waitForRequest('**/call/explorer.ask');
  await page.getByRole('button', { name: 'Ask again' }).press('Enter');
  expect((await again).postDataJSON()).not.toHaveProperty('input.cursor');
  await expect(page.getByRole('row', { name: /01HXB/ })).toBeVisible();
  await expect(page.getByText(`${messages.failures.pageLost}.`)).toBeHidden();
});

test('an empty page is not shown as no items while there may be more to read', async ({
  console: { page, url },
}) => {
  await answerWith(page, read([], { cursor: 'next' }), read([anEmployee('01HXA')]));
  await open(page, `${url}/explorer?${ofOrganisation}`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('No items so far', { exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: messages.answer.readOn }).press('Enter');
  await expect(page.getByRole('row', { name: /01HXA/ })).toBeVisible();
});

const longNumber = '12345678901234567890123456789012345678';
const special = [
  anEmployee('01HXEXPIRED', {}, { expired: true }),
  anEmployee('01HXLATE', {}, { catchingUp: true }),
  anEmployee('01HXLARGE', { notes: { S: 'long text '.repeat(4_000) } }, { bytes: 409_600 }),
  anEmployee(
    '01HXMANY',
    Object.fromEntries(
      Array.from({ length: 30 }, (_, place) => [`attribute${place}`, { S: `value ${place}` }]),
    ),
  ),
  anEmployee('01HXODD', JSON.parse('{"__proto__": {"S": "odd"}}') as Record<string, never>),
  anEmployee('01HXEXACT', { salary: { N: longNumber } }),
  anEmployee('01HXEMPTY', { tags: { SS: [] }, nothing: { NULL: true } }),
  anEmployee('01HXOTHER', { SK: { S: 'WHO#KNOWS' } }, { entity: null }),
];
const shownIn = [
  'Expired, awaiting deletion.',
  'Index catching up.',
  '400 KB of 400',
  '"attribute29":"value 29"',
  '"__proto__":"odd"',
  longNumber,
  '"tags":[]',
  'keys match no entity of this system',
];

type System = Parameters<Parameters<typeof changeCatalogue>[1]>[0]['systems'][number];

function withoutName(system: System): System {
  return system.declaration.id === 'hr' ? { ...system, tableNames: { main: null } } : system;
}

function withMoreIndexes(system: System): System {
  const { main } = system.declaration.tables;
  if (system.declaration.id !== 'extraction' || main === undefined) return system;
  const more = ['GSI4', 'GSI5', 'GSI6'].map((name) => [
    name,
    { partition: { name: `${name}PK`, type: 'S' as const }, projection: 'ALL' as const },
  ]);
  const tables = { main: { ...main, indexes: { ...main.indexes, ...Object.fromEntries(more) } } };
  return { ...system, declaration: { ...system.declaration, tables } };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
}

async function ask(page: Page, address: string): Promise<void> {
  await open(page, address);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toBeFocused();
}
