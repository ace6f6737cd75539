import type { Browser, Locator, Page } from '@playwright/test';
import { messages as form } from '#renderer/features/settings/connections/form/form-messages.ts';
import { messages } from '#renderer/features/settings/messages.ts';
import { rightCode, wrongCode } from './account-world.ts';
import { startConnectionForm, type ConnectionFormWorld } from './connection-form-world.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { expectClean } from './shell-axe.ts';
import { signIn } from './sign-in.ts';

let host: ConnectionFormWorld;
let page: Page;
test.beforeAll(async ({ browser }) => {
  await start(browser);
});
test.afterAll(async () => {
  await stop();
});

// Tests share one window and one file, and each writes the file that it begins with. An opened connection stays until
// the console restarts, so a test that opens one leaves a new console behind.
async function start(browser: Browser): Promise<void> {
  host = await startConnectionForm();
  page = await (await browser.newContext()).newPage();
  await signIn(page.context(), host);
}

async function stop(): Promise<void> {
  await page.context().close();
  await host.stop();
}

const inTime = { timeout: 45_000 };

/** Writes the file as a person would by hand, and has the console read it. */
async function beginWith(...entries: readonly object[]): Promise<void> {
  host.writeFile(`${JSON.stringify({ connections: entries }, null, 2)}\n`);
  await page.goto(`${host.origin}/settings?tab=connections`);
  await page.getByRole('button', { name: messages.file.readAgain }).click();
  await expect(list().getByRole('option')).toHaveCount(entries.length + 1);
}

function anEntry(id: string, name: string): object {
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  const endpoints = Object.fromEntries(services.map((service) => [service, host.accountAddress]));
  const aws = { region: 'eu-west-1', accountId: host.account, profile: 'northern-staging', endpoints };
  return { id, name, environment: 'staging', stage: 'sandbox', aws };
}

const list = () => page.getByRole('listbox', { name: 'Connections' });
const save = () => page.getByRole('button', { name: form.save.save });
const difference = () => page.getByRole('list', { name: form.save.diff });

/** Presses Tab until a control has the focus, as a person without a pointer does. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No number of ${key} leads to ${String(target)}.`);
}

test('a connection is added from nothing to an open one by keyboard alone', async ({ browser }) => {
  test.setTimeout(180_000);
  await stop();
  await start(browser);
  await page.goto(`${host.origin}/settings?tab=connections`);
  await list().waitFor();
  await expect(page.getByText(messages.list.onlySandboxNext)).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: form.titles.add })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^northern-staging access keys/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('eu-west-1');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Northern staging');

  await tabTo(page.getByRole('button', { name: /^Custom addresses/ }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByLabel(form.account.allAddresses));
  await page.keyboard.type(host.accountAddress);
  await tabTo(page.getByRole('button', { name: /^Whose account is this/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account 0000-0000-0000, as user AKIDEXAMPLE')).toBeVisible(inTime);

  await tabTo(page.getByRole('button', { name: form.resources.look }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Found 13 of 13 parts with \d+ calls/)).toBeVisible(inTime);
  await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('sandbox');
  const parts = page.getByRole('table', { name: form.resources.parts });
  await expect(parts.getByRole('row', { name: /^state machine .* certain/ })).toBeVisible();

  await tabTo(page.getByRole('radio', { name: 'No API' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await tabTo(page.getByLabel(form.api.baseUrl, { exact: true }));
  await page.keyboard.type(`${host.accountAddress}/pipeline/v1`);
  await tabTo(page.getByLabel(form.api.token));
  await page.keyboard.type('PIPELINE_TOKEN');
  await tabTo(page.getByRole('button', { name: form.api.try }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(form.api.role('support'))).toBeVisible(inTime);
  await expect(difference()).toContainText('"stage": "sandbox"');
  await tabTo(page.getByRole('button', { name: form.save.check }));
  await page.keyboard.press('Enter');
  const check = page.getByRole('region', { name: form.save.check });
  await expect(check.getByText(/^(?:All \d+ work|\d+ of \d+ work)/).first()).toBeVisible(inTime);
  await expectClean(page, 'a form that is filled in');

  await page.keyboard.press('ControlOrMeta+Enter');
  const pane = page.getByRole('region', { name: 'Northern staging' });
  await expect(pane.getByText(/^(?:All \d+ work|\d+ of \d+ work)/).first()).toBeVisible(inTime);
  await page.keyboard.press('o');
  await expect(page.getByRole('banner').getByText('Northern staging')).toBeVisible(inTime);
  expect(JSON.parse(host.readFile())).toMatchObject({
    connections: [{ id: 'northern-staging', stage: 'sandbox', aws: { profile: 'northern-staging' } }],
  });
  expect(host.readFile()).not.toContain(host.token);
  expect(await page.content()).not.toContain(host.token);
  expect(await page.content()).not.toContain('secret-of-staging');
  await stop();
  await start(browser);
});

test('what was typed survives Escape and a reload, and can be dropped', async () => {
  await beginWith(anEntry('one', 'One'));
  await page.keyboard.press('n');
  await page.getByRole('radio', { name: /^northern-production/ }).check();
  await page.getByLabel('Name', { exact: true }).fill('Northern live');
  await page.keyboard.press('Escape');
  await list().waitFor();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Northern live');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Northern live');
  await expect(page.getByRole('radio', { name: /^production/ })).toBeChecked();
  await expect(page.getByLabel('Account id')).toHaveValue('222233334444');
  await page.getByRole('button', { name: form.page.startOver }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(save()).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('radio', { name: /^northern-staging/ })).toBeFocused();
});

test('a profile that needs a sign-in says which command to run, and the form stays', async () => {
  await beginWith(anEntry('one', 'One'));
  await page.keyboard.press('n');
  await page.getByRole('radio', { name: /^northern-production SSO as Operator/ }).check();
  await page.getByRole('button', { name: /^Whose account is this/ }).click();
  await expect(page.getByText('aws sso login --profile northern-production')).toBeVisible(inTime);
  await expectClean(page, 'a form whose profile needs a sign-in');
  await page.getByRole('button', { name: form.page.back }).click();
  await list().waitFor();
});

/** Begins a new form with a profile, at the account's address. */
async function beginForm(profile: RegExp): Promise<void> {
  await beginWith(anEntry('one', 'One'));
  // An earlier test may have left what it typed.
  await page.evaluate(() => sessionStorage.clear());
  await page.keyboard.press('n');
  await page.getByRole('radio', { name: profile }).check();
  await page.getByRole('button', { name: /^Custom addresses/ }).click();
  await page.getByLabel(form.account.allAddresses).fill(host.accountAddress);
}

test('a profile with a device asks for its code in the form, and again after a wrong one', async () => {
  await beginForm(/^northern-device assumes Operator .* asks for a code/);
  await page.getByRole('button', { name: /^Whose account is this/ }).click();
  const code = page.getByLabel(form.account.code);
  await expect(code).toBeVisible(inTime);
  await code.fill(wrongCode);
  await code.press('Enter');
  await expect(page.getByText(/rejected that code/)).toBeVisible(inTime);
  await expectClean(page, 'a form that asks for a code again');
  await code.fill(rightCode);
  await code.press('Enter');
  await expect(page.getByText(/^Account 0000-0000-0000, as /)).toBeVisible(inTime);
});

test('the account of one profile is not filled in under another that was chosen meanwhile', async () => {
  await beginForm(/^northern-staging access keys/);
  const identity = hold();
  await page.route('**/call/connections.identify', async (route) => {
    await identity.isOver;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Whose account is this/ }).click();
  await page.getByRole('radio', { name: /^northern-production SSO as Operator/ }).check();
  await expect(page.getByLabel('Account id')).toHaveValue('222233334444');
  const answered = page.waitForResponse('**/call/connections.identify', inTime);
  identity.end();
  await (await answered).finished();
  await expect(page.getByRole('button', { name: /^Whose account is this/ })).toBeEnabled();
  await expect(page.getByLabel('Account id')).toHaveValue('222233334444');
  await page.unroute('**/call/connections.identify');

  await page.getByRole('radio', { name: /^northern-staging access keys/ }).check();
  await page.getByRole('button', { name: /^Whose account is this/ }).click();
  await expect(page.getByLabel('Account id')).toHaveValue('000000000000', inTime);
});

test('one paste of the outputs of our stacks fills the form', async () => {
  await beginForm(/^northern-staging access keys/);
  const connection = {
    id: 'from-outputs',
    name: 'From outputs',
    environment: 'staging',
    stage: 'sandbox',
    aws: { region: 'eu-west-1', accountId: host.account, profile: { fromEnvironment: true } },
    pipelineApi: {
      baseUrl: 'https://abc123.execute-api.eu-west-1.amazonaws.com/v1',
      auth: { kind: 'sigv4' },
    },
    extraction: { table: 'autowired-sandbox' },
  };
  const outputs = { 'autowired-sandbox-api': { Connection: JSON.stringify(connection) } };
  await page.getByRole('radio', { name: 'By stack outputs' }).click();
  await page.getByLabel(form.resources.outputs, { exact: true }).fill(JSON.stringify(outputs, null, 2));
  await page.getByRole('button', { name: form.resources.look }).click();
  await expect(page.getByText(/^Found \d+ of \d+ parts with \d+ calls/)).toBeVisible(inTime);
  await expect(page.getByRole('row', { name: /^table table of extraction/ })).toContainText('certain');
  await expect(page.getByLabel(form.api.baseUrl, { exact: true })).toHaveValue(
    connection.pipelineApi.baseUrl,
  );
  await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('sandbox');
  await expect(difference()).toContainText('"profile": "northern-staging"');
  await expectClean(page, 'a form that was filled by outputs');
});

test('parts are found by a tag, and say so', async () => {
  await host.tagQueue('autowired-documents-dlq-sandbox', { team: 'north' });
  await beginForm(/^northern-staging access keys/);
  await page.getByRole('radio', { name: 'By tag' }).click();
  await page.getByLabel(form.resources.tagKey, { exact: true }).fill('team');
  await page.getByLabel(form.resources.tagValue, { exact: true }).fill('north');
  await page.getByRole('button', { name: form.resources.look }).click();
  await expect(page.getByText(/^Found \d+ of \d+ parts with \d+ calls/)).toBeVisible(inTime);
  await expect(page.getByRole('row', { name: /^document dead letters/ })).toContainText(/tag/);
  await expect(page.getByRole('row', { name: /^webhook dead letters/ })).not.toContainText(/has the tag/);
});

test('a connection is changed, duplicated, moved and removed, and the file shows each change', async () => {
  await beginWith(anEntry('first', 'First'), anEntry('second', 'Second'));
  await list()
    .getByRole('option', { name: /^Second/ })
    .click();
  await page.keyboard.press('f');
  await page.getByLabel('Name', { exact: true }).fill('Second, renamed');
  await expect(difference().getByText('"name": "Second, renamed"')).toBeVisible();
  await page.getByLabel(form.save.thenCheck).uncheck();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(list().getByRole('option', { name: /^Second, renamed/ })).toBeVisible();

  await page.getByRole('button', { name: messages.pane.more('Second, renamed') }).click();
  await page.getByRole('menuitem', { name: messages.pane.duplicate }).click();
  await expect(page.getByLabel('Id', { exact: true })).toHaveValue('second-copy');
  await page.getByLabel('Name', { exact: true }).fill('Third');
  await page.getByLabel(form.save.thenCheck).uncheck();
  await save().click();
  await expect(list().getByRole('option')).toHaveCount(4);

  await list()
    .getByRole('option', { name: /^Third/ })
    .click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText(messages.pane.moved('Third', 2))).toBeVisible();
  await expect(list().getByRole('option').nth(2)).toContainText('Third');
  expect(idsInFile()).toEqual(['first', 'second-copy', 'second']);

  await page.getByRole('button', { name: messages.pane.more('Third') }).click();
  await page.getByRole('menuitem', { name: messages.pane.remove }).click();
  const dialog = page.getByRole('dialog', { name: messages.remove.title('Third') });
  await expect(dialog.getByRole('list', { name: messages.remove.difference })).toContainText(
    '"id": "second-copy"',
  );
  await expectClean(page, 'the question before a connection is removed');
  await dialog.getByRole('button', { name: messages.remove.remove }).click();
  await expect(list().getByRole('option')).toHaveCount(3);
  expect(idsInFile()).toEqual(['first', 'second']);
});

function idsInFile(): readonly string[] {
  const { connections } = JSON.parse(host.readFile()) as { connections: readonly { id: string }[] };
  return connections.map(({ id }) => id);
}

test('a change of the file meanwhile is shown before anything is written', async () => {
  await beginWith(anEntry('first', 'First'));
  await list()
    .getByRole('option', { name: /^First/ })
    .click();
  await page.keyboard.press('f');
  await page.getByLabel('Name', { exact: true }).fill('First, renamed');
  await expect(difference().getByText('"name": "First, renamed"')).toBeVisible();
  const other = anEntry('by-hand', 'Written by hand');
  host.writeFile(`${JSON.stringify({ connections: [anEntry('first', 'First'), other] }, null, 2)}\n`);
  await page.getByLabel(form.save.thenCheck).uncheck();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(messages.remove.conflict)).toBeVisible();
  expect(host.readFile()).not.toContain('First, renamed');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(list().getByRole('option', { name: /^First, renamed/ })).toBeVisible();
  expect(idsInFile()).toEqual(['first', 'by-hand']);
});

test('where the search is denied, the form says what to allow and goes on by hand', async () => {
  await beginWith(anEntry('first', 'First'));
  await list()
    .getByRole('option', { name: /^First/ })
    .click();
  await page.keyboard.press('f');
  await host.deny(['ListTables', 'ListStateMachines']);
  const policy = page.getByRole('region', { name: form.resources.policyTitle });
  // On a busy machine a call may be late, and a late call is not counted as denied.
  await expect(async () => {
    await page.getByRole('button', { name: /^Find (?:resources|again)/ }).click();
    await expect(policy).toContainText('"dynamodb:ListTables"');
    await expect(policy).toContainText('"states:ListStateMachines"');
  }).toPass(inTime);
  await expect(page.getByText(form.resources.denied)).toBeVisible();
  await host.deny([]);
  await expectClean(page, 'a search that was denied in part');
  await page.getByRole('combobox', { name: 'table of extraction' }).fill('documents-of-northern');
  await page.keyboard.press('Escape');
  await expect(difference()).toContainText('"table": "documents-of-northern"');
});

test('an export has nothing personal, and a colleague is asked for what is missing', async () => {
  const api = {
    baseUrl: 'https://pipelines.example.com/v1',
    auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_MINE' },
  };
  await beginWith({ ...anEntry('shared', 'Shared'), pipelineApi: api });
  await page.getByRole('button', { name: messages.list.more }).click();
  await page.getByRole('menuitem', { name: messages.list.export }).click();
  const dialog = page.getByRole('dialog', { name: messages.exchange.exportTitle });
  const text = dialog.getByRole('region', { name: messages.exchange.text }).locator('pre');
  await expect(text).toContainText('"id": "shared"');
  const exported = await text.innerText();
  expect(exported).not.toContain('northern-staging');
  expect(exported).not.toContain('PIPELINE_MINE');
  await expectClean(page, 'an export');
  await page.keyboard.press('Escape');

  await beginWith();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('import connections');
  await page.getByRole('option', { name: messages.exchange.importTitle }).waitFor();
  await page.keyboard.press('Enter');
  // Suggestions that arrive when their field has been left must not cover the next one.
  const profiles = hold();
  await page.route('**/call/connections.profiles', async (route) => {
    await profiles.isOver;
    await route.continue();
  });
  await page.getByLabel(messages.exchange.paste).fill(exported);
  await expect(page.getByText(messages.exchange.from.sluice)).toBeVisible();
  await page.getByRole('combobox', { name: 'profile of Shared' }).fill('northern-staging');
  await page.keyboard.press('Tab');
  const answered = page.waitForResponse('**/call/connections.profiles');
  profiles.end();
  await answered;
  await page.getByRole('button', { name: 'Suggestions for profile of Shared' }).waitFor();
  await page.unroute('**/call/connections.profiles');
  await page.getByRole('combobox', { name: 'environment variable of Shared' }).fill('PIPELINE_TOKEN');
  await page.keyboard.press('Escape');
  await expect(page.getByText(messages.exchange.complete)).toBeVisible();
  await expectClean(page, 'an import');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(list().getByRole('option', { name: /^Shared/ })).toBeVisible();
  expect(host.readFile()).toContain('"tokenFromEnvironment": "PIPELINE_TOKEN"');
});
