import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/settings/messages.ts';
import { startConnections } from './connections-world.ts';
import type { ConnectionsWorld } from './connections-world.ts';
import { expect, shellIsThere, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { expectClean } from './shell-axe.ts';
import { signIn } from './sign-in.ts';

let host: ConnectionsWorld;
let page: Page;
// All tests share one window, because it holds the results of the checks. Each test opens its own address.
test.beforeAll(async ({ browser }) => {
  host = await startConnections();
  page = await (await browser.newContext()).newPage();
  await signIn(page.context(), host);
});
test.afterAll(async () => {
  await page.context().close();
  await host.stop();
});

async function goToConnections(connection?: string): Promise<void> {
  const chosen = connection === undefined ? '' : `&connection=${connection}`;
  await page.goto(`${host.origin}/settings?tab=connections${chosen}`);
  await page.getByRole('listbox', { name: 'Connections' }).waitFor();
}

/** A check takes at most 18 s by its own clock. */
const inTime = { timeout: 45_000 };

const summary = () => page.getByRole('region', { name: 'Check', exact: true }).locator('p b');

test('a connection can be chosen, opened and checked by keyboard, and the report stays', async () => {
  await goToConnections();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'Northern staging' });
  await expect(pane.getByRole('heading', { name: 'Northern staging' })).toBeVisible();
  await expect(page).toHaveURL(/connection=northern/);

  await page.keyboard.press('o');
  const aws = pane.getByRole('region', { name: 'AWS account' });
  await expect(aws.getByText('signed in', { exact: true })).toBeVisible();
  await expect(aws).toContainText('0000-0000-0000');
  const api = pane.getByRole('region', { name: 'Pipeline API' });
  await expect(api).toContainText('Mira Okafor');
  await expect(api).toContainText('support');

  await page.keyboard.press('u');
  await expect(summary()).toHaveText(/^\d+ of \d+ work, /, inTime);
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('tab', { name: 'Connections' }).click();
  await expect(summary()).toHaveText(/^\d+ of \d+ work, /, inTime);
  expect(await page.content()).not.toContain(host.token);
});

test('a report shows what is denied, what differs, and the policy that would allow it', async () => {
  await goToConnections('northern');
  await page.getByRole('button', { name: 'Check connection' }).click();
  const check = page.getByRole('region', { name: 'Check', exact: true });
  await expect(check.getByRole('region', { name: 'Identity' })).toContainText('works', inTime);
  const alarms = check.getByRole('region', { name: 'Alarms and metrics' });
  await expect(alarms.getByText('denied', { exact: true })).toBeVisible();
  await expect(alarms).toContainText('cloudwatch:DescribeAlarms');
  const differences = check.getByRole('table', { name: /^Differences of/ }).first();
  await expect(differences.getByRole('row').nth(1)).toBeVisible();

  const working = check.getByRole('button', { name: /^Queues: the other \d+ work/ });
  await working.press('Enter');
  await expect(working).toHaveAttribute('aria-expanded', 'true');

  const policy = check.getByRole('region', { name: messages.check.policy });
  await expect(policy).toContainText('"cloudwatch:DescribeAlarms"');
  const saved = page.waitForEvent('download');
  await policy.getByRole('button', { name: 'Save' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('missing-permissions-northern.json');
  const { Statement } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { Statement: unknown };
  expect(JSON.stringify(Statement)).toContain('cloudwatch:DescribeAlarms');
  await expectClean(page, 'a report of a check');
});

test('if the account is not the one in the file, the check only asks for its identity', async () => {
  await goToConnections('other');
  await page.getByRole('button', { name: 'Check connection' }).click();
  const check = page.getByRole('region', { name: 'Check', exact: true });
  const identity = check.getByRole('region', { name: 'Identity' });
  await expect(identity).toContainText('0 of 1 work', inTime);
  await expect(summary()).toHaveText(/^0 of \d+ work, 1 (differs|failed), \d+ not checked$/, inTime);
  await expectClean(page, 'a check that stopped at the identity');
});

test('names show where they were set, and an entry without problems is shown in full', async () => {
  await goToConnections('northern');
  const names = page.getByRole('table', { name: messages.connections.partNames });
  await expect(
    names.getByRole('row', { name: /autowired-documents-sandbox by the convention/ }).first(),
  ).toBeVisible();
  await expect(names.getByRole('row', { name: /autowired-sandbox in the file/ })).toBeVisible();
  await expect(page.getByText('left out in the file, so not shown: Downloads, Acme HR')).toBeVisible();
  await expect(page.getByText('a bearer token in the environment as PIPELINE_TOKEN')).toBeVisible();
});

test('the sandbox has nothing to check, and the page says so', async () => {
  await goToConnections('local');
  await expect(page.getByText(messages.check.sandbox)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check connection' })).toHaveCount(0);
  await expectClean(page, 'the sandbox among the connections');
});

test('an export can be copied and saved only once it is of the connections that are ticked', async () => {
  await goToConnections();
  await page.getByRole('button', { name: messages.list.more }).click();
  await page.getByRole('menuitem', { name: messages.list.export }).click();
  const dialog = page.getByRole('dialog', { name: messages.exchange.exportTitle });
  const production = dialog.getByRole('checkbox', { name: 'Another account' });
  await dialog.getByRole('checkbox', { name: 'Northern staging' }).check();
  await production.check();
  const text = dialog.getByRole('region', { name: messages.exchange.text }).locator('pre');
  await expect(text).toContainText('"id": "other"');
  const copy = dialog.getByRole('button', { name: 'Copy', exact: true });
  const save = dialog.getByRole('button', { name: messages.exchange.saveFile });

  const exported = hold();
  await page.route('**/call/connections.export', async (route) => {
    await exported.isOver;
    await route.continue();
  });
  await production.uncheck();
  for (const button of [copy, save]) await expect(button).toBeDisabled();
  exported.end();
  for (const button of [copy, save]) await expect(button).toBeEnabled();
  await page.unroute('**/call/connections.export');
  await expect(text).not.toContainText('"id": "other"');
  const saved = page.waitForEvent('download');
  await save.click();
  expect(readFileSync(await (await saved).path(), 'utf8')).not.toContain('"id": "other"');
  await page.keyboard.press('Escape');
});

test('the palette checks the open connection from anywhere', async () => {
  await goToConnections('northern');
  const open = page.getByRole('button', { name: 'Open Northern staging' });
  if ((await open.count()) > 0) await open.click();
  await page.goto(`${host.origin}/activity`);
  await shellIsThere(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('check connection');
  // The search for what was typed is offered at once, and the command a moment later in front of it.
  await page.getByRole('option', { name: /^Check connection/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect(summary()).toHaveText(/^\d+ of \d+ work, /, inTime);
});

test('after the file is read again, new entries can be opened, and an entry in use keeps its old settings and says so', async () => {
  await goToConnections('northern');
  const open = page.getByRole('button', { name: 'Open Northern staging' });
  if ((await open.count()) > 0) await open.click();
  const pane = page.getByRole('region', { name: 'Northern staging' });
  await expect(pane.getByRole('region', { name: 'AWS account' }).getByText('signed in')).toBeVisible();
  host.writeFile(([northern, other]) => [
    { ...northern, name: 'Renamed', stage: 'elsewhere' },
    { ...other, name: 'Another account, renamed' },
    { ...northern, id: 'third', name: 'Third' },
  ]);
  const again = page.getByRole('button', { name: messages.file.readAgain });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('connections.json reloaded')).toBeVisible();
  await expect(page.getByText('Added: Third. Changed: Another account, renamed.')).toBeVisible();
  await expect(again).toBeFocused();
  const list = page.getByRole('listbox', { name: 'Connections' });
  await expect(list.getByRole('option')).toHaveCount(4);
  await expect(pane).toContainText('It stays as opened until Sluice restarts.');
  await expectClean(page, 'a connection that the file has otherwise');

  await list.getByRole('option', { name: /^Third/ }).click();
  await page.keyboard.press('o');
  const third = page.getByRole('region', { name: 'Third', exact: true });
  await expect(third.getByRole('region', { name: 'AWS account' }).getByText('signed in')).toBeVisible();
  await page.goto(`${host.origin}/explorer`);
  await shellIsThere(page);
  await expect(page.getByRole('banner').getByText('Third')).toBeVisible();

  host.writeFile((all) => all);
  await goToConnections('northern');
  await again.click();
  await expect(pane).not.toContainText('It stays as opened');
});
