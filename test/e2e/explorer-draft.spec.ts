import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openPalette } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { command } from './review-world.ts';
import { axeViolations } from './shell-axe.ts';
import { refuse, throttled } from './triage-world.ts';

// The sandbox has the HR table, which is described here as if no declaration knew it.
test.use({ at: null });

const table = 'acme-hr-sandbox';

/** A model of NoSQL Workbench. */
const shop = JSON.stringify({
  ModelName: 'Shop',
  DataModel: [
    {
      TableName: 'Shop',
      KeyAttributes: {
        PartitionKey: { AttributeName: 'PK', AttributeType: 'S' },
        SortKey: { AttributeName: 'SK', AttributeType: 'S' },
      },
      TableFacets: [
        {
          FacetName: 'order',
          KeyAttributeAlias: { PartitionKeyAlias: 'CUSTOMER#<id>', SortKeyAlias: 'ORDER#<orderId>' },
        },
      ],
    },
  ],
});

async function describeTable(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/explorer`);
  await page.getByRole('button', { name: 'Add system' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Describe a table…' }).press('Enter');
  await page.getByRole('textbox', { name: 'Table name' }).fill(table);
  await page.keyboard.press('Enter');
  // The first question opens the sandbox.
  await expect(page.getByRole('heading', { name: table })).toBeVisible({ timeout: 90_000 });
}

async function sampleKeys(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Partition keys, one on each line' })
    .fill('ORG#01HXAA\nDEPT#01HXAB\nJOB#01HXAF');
  await expect(page.getByText(/24 requests at most, 10 items each/)).toBeVisible();
  await page.getByRole('button', { name: 'Sample keys' }).press('Enter');
  await expect(page.getByText(/10 new keys from \d+ requests/)).toBeVisible();
}

test('a table is described, sampled, corrected, tried and saved, and answers at once', async ({
  console: { page, url, home },
}) => {
  test.slow();
  await describeTable(page, url);
  expect(await axeViolations(page)).toEqual([]);
  await sampleKeys(page);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Draft of Acme hr' })).toBeVisible();
  const key = page.getByRole('textbox', { name: 'SK of Job', exact: true });
  await expect(key).toHaveValue('JOB#{jobPart}#{jobId}');
  expect(await axeViolations(page)).toEqual([]);

  await key.fill('JOB#{postedAt}#{jobId');
  await expect(page.getByText(/The template has a brace/)).toBeVisible();
  await key.fill('JOB#{postedAt}#{jobId}');
  await key.press('Enter');
  await expect(key).toHaveAccessibleDescription('');
  const name = page.getByRole('textbox', { name: 'Entity', exact: true }).first();
  await name.fill('Application');
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Application' })).toBeVisible();
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Application' })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Patterns' }).check();
  const job = page.getByRole('region', { name: /Job by key/ });
  await job.getByRole('button', { name: 'Try' }).press('Enter');
  await expect(job.getByRole('textbox', { name: 'Posted at' })).toBeVisible();
  const jobs = page.getByRole('region', { name: /Job items of this org$/ });
  await jobs.getByRole('button', { name: 'Try' }).press('Enter');
  await jobs.getByRole('textbox', { name: 'Org id' }).fill('01HXAA');
  await page.keyboard.press('Enter');
  await expect(jobs.getByRole('row')).toHaveCount(3);
  expect(await axeViolations(page)).toEqual([]);

  await page
    .getByRole('radiogroup', { name: 'Parts of the draft' })
    .getByRole('radio', { name: 'Review' })
    .check();
  await expect(page.getByRole('heading', { name: 'Schema review' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Save…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a catalogue file' });
  await expect(dialog.getByRole('tree', { name: 'What will be written' })).toContainText(
    'JOB#{postedAt}#{jobId}',
  );
  await dialog.getByRole('textbox', { name: 'File name' }).fill('people');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save file' }).press('Enter');

  const system = page.getByRole('list', { name: 'Systems' }).getByRole('button', { name: /^Acme hr/ });
  await expect(system).toContainText('from people.json');
  await expect(system).toHaveAttribute('aria-current', 'true');
  const written = JSON.parse(readFileSync(join(home, 'catalogues', 'people.json'), 'utf8')) as object;
  expect(written).toMatchObject({ tables: { main: { name: 'acme-hr-{stage}' } } });
  await page.goto(`${url}/explorer?system=acme-hr&pattern=orgByKey&q.orgId=01HXAA`);
  await page.getByRole('textbox', { name: 'Org id' }).press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toBeFocused();

  await page.getByRole('button', { name: 'Remove…' }).press('Enter');
  await page.getByRole('button', { name: 'Remove file' }).press('Enter');
  await expect(system).toHaveCount(0);
});

test('mistakes in the text stand at their lines, and a press goes to the line', async ({
  console: { page, url },
}) => {
  test.slow();
  await describeTable(page, url);
  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  await page.getByRole('radio', { name: 'Text' }).check();
  const editor = page.getByRole('textbox', { name: 'Declaration as JSON' });
  const text = await editor.inputValue();
  await editor.fill(text.replace('"PK": "{pk}"', '"PK": "{pk"').replace('"on": "main"', '"on": "mine"'));
  const mistakes = page.getByRole('region', { name: 'Mistakes in the draft' });
  await expect(mistakes.getByRole('listitem').first()).toContainText('entities.Item.keys.PK');
  expect(await axeViolations(page)).toEqual([]);
  await mistakes
    .getByRole('button', { name: /^Line / })
    .first()
    .press('Enter');
  await expect(editor).toBeFocused();
  const chosen = await editor.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toContain('"PK": "{pk"');
  await expect(page.getByRole('button', { name: 'Save…' })).toHaveAccessibleDescription(
    'Correct the mistakes first.',
  );
  await page.getByRole('radio', { name: 'Entities' }).check();
  await expect(page.getByText('The forms show a draft without mistakes.')).toBeVisible();

  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByText('No draft is open')).toBeVisible();
  await page.getByRole('button', { name: 'Bring back acme-hr' }).press('Enter');
  await expect(page.getByText('The forms show a draft without mistakes.')).toBeVisible();
});

test('a pattern of a draft is asked again after it could not be asked', async ({
  console: { page, url },
}) => {
  test.slow();
  await describeTable(page, url);
  await sampleKeys(page);
  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  await page.getByRole('radio', { name: 'Patterns' }).check();
  const jobs = page.getByRole('region', { name: /Job items of this org$/ });
  await jobs.getByRole('button', { name: 'Try' }).press('Enter');
  await jobs.getByRole('textbox', { name: 'Org id' }).fill('01HXAA');
  await refuse(page, 'catalogue.tryDraft', throttled);
  await page.keyboard.press('Enter');
  await expect(jobs.getByText(throttled.message)).toBeVisible();
  await page.unroute('**/call/catalogue.tryDraft');
  await jobs.getByRole('button', { name: 'Ask' }).press('Enter');
  await expect(jobs.getByRole('row').nth(1)).toBeVisible();
  await expect(jobs.getByText(throttled.message)).toHaveCount(0);
});

test('Undo takes back what was typed before it takes back a correction, and Redo does both again', async ({
  console: { page, url },
}) => {
  test.slow();
  await describeTable(page, url);
  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  const name = page.getByRole('textbox', { name: 'Entity', exact: true }).first();
  const first = await name.inputValue();
  await name.fill('Application');
  await name.press('Enter');
  await page.getByRole('radio', { name: 'Text' }).check();
  const editor = page.getByRole('textbox', { name: 'Declaration as JSON' });
  await expect(editor).toHaveValue(/"Application"/);
  const corrected = await editor.inputValue();
  const typed = corrected.replaceAll('"Application"', '"Candidate"');
  await editor.fill(typed);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await expect(editor).toHaveValue(corrected);
  await undo.press('Enter');
  await expect(editor).toHaveValue(new RegExp(`"${first}"`));
  const redo = page.getByRole('button', { name: 'Redo' });
  await redo.press('Enter');
  await expect(editor).toHaveValue(corrected);
  await redo.press('Enter');
  await expect(editor).toHaveValue(typed);
  await expect(redo).toHaveAccessibleDescription('Nothing to redo.');
});

test('a draft that is saved late is closed, and does not take a person back who went on', async ({
  console: { page, url },
}) => {
  test.slow();
  await describeTable(page, url);
  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  const answer = hold();
  await page.route('**/call/catalogue.saveDraft', async (route) => {
    await answer.isOver;
    await route.continue();
  });
  const save = page.getByRole('button', { name: 'Save…' });
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  await save.press('Enter');
  const asked = page.waitForRequest('**/call/catalogue.saveDraft');
  await page.getByRole('button', { name: 'Save file' }).press('Enter');
  await asked;
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Keys', exact: true }).check();
  await expect(page.getByRole('heading', { level: 2, name: 'Keys', exact: true })).toBeVisible();
  const place = page.url();
  answer.end();
  await expect(page.getByText(/ saved in .*\.json/).first()).toBeVisible();
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
  expect(page.url()).toBe(place);
  await page.getByRole('button', { name: 'Add system' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Describe a table…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Go on with the draft' })).toHaveCount(0);
});

test('a draft waits while another person works, and is not shown to that person', async ({
  console: { page, url },
}) => {
  test.slow();
  await describeTable(page, url);
  await page.getByRole('button', { name: 'Open the draft' }).press('Enter');
  const draft = page.getByRole('heading', { name: 'Draft of Acme hr' });
  await expect(draft).toBeVisible();
  await command(page, 'session.actAs', { personaId: 'admin' });
  await expect(page.getByText('No draft is open')).toBeVisible();
  await command(page, 'session.actAs', { personaId: 'support' });
  await expect(draft).toBeVisible();
});

test.describe('a model', () => {
  test.use({ isRefused: true });

  test('of NoSQL Workbench becomes a draft, and source code is refused with what to do', async ({
    console: { page, url },
  }) => {
    await page.goto(`${url}/explorer?view=import`);
    const model = page.getByRole('textbox', { name: 'Model as JSON' });
    await model.fill("import { Entity } from 'electrodb';\nexport const Task = new Entity({});");
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await expect(page.getByText(/JSON.stringify\(entity.schema\)\), or for a service/)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await model.fill(shop);
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'SK of Order', exact: true })).toHaveValue(
      'ORDER#{orderId}',
    );
  });
});

test('the palette leads to both, and a file with mistakes can be opened and corrected', async ({
  console: { page, url, home },
}) => {
  mkdirSync(join(home, 'catalogues'), { recursive: true });
  writeFileSync(join(home, 'catalogues', 'broken.json'), '{\n  "id": "broken"\n}\n');
  await page.goto(`${url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await openPalette(page);
  await page.keyboard.type('describe a table');
  await expect(page.getByRole('option', { name: /Describe a table/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Describe a table' })).toBeVisible();
  const note = page.getByText(/in \S*broken\.json: name expected/);
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Go to the text' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Declaration as JSON' })).toHaveValue(/"broken"/);
});

for (const { title, view, operation, ask } of [
  {
    title: 'a file that is read',
    view: 'questions',
    operation: 'catalogue.openFile',
    ask: async (page: Page) => page.getByRole('button', { name: 'Correct', exact: true }).press('Enter'),
  },
  {
    title: 'a model that is imported',
    view: 'import',
    operation: 'catalogue.importModel',
    ask: async (page: Page) => {
      await page.getByRole('textbox', { name: 'Model as JSON' }).fill(shop);
      await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    },
  },
] as const) {
  test(`${title} late does not take a person back who went on`, async ({ console: { page, url, home } }) => {
    mkdirSync(join(home, 'catalogues'), { recursive: true });
    writeFileSync(join(home, 'catalogues', 'broken.json'), '{\n  "id": "broken"\n}\n');
    await page.goto(`${url}/explorer?view=${view}`);
    const answer = hold();
    await page.route(`**/call/${operation}`, async (route) => {
      await answer.isOver;
      await route.continue();
    });
    const asked = page.waitForRequest(`**/call/${operation}`);
    await ask(page);
    await asked;
    await page.getByRole('radio', { name: 'Keys', exact: true }).check();
    await expect(page.getByRole('heading', { level: 2, name: 'Keys', exact: true })).toBeVisible();
    const place = page.url();
    const answered = page.waitForResponse(`**/call/${operation}`);
    answer.end();
    expect(await (await answered).json()).toMatchObject({ ok: true });
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
    expect(page.url()).toBe(place);
    await page.getByRole('button', { name: 'Add system' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Describe a table…' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Go on with the draft' })).toHaveCount(0);
  });
}
