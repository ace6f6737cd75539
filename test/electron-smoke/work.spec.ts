import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CloudWatchClient, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { expect } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { openDialog } from '../e2e/dialogs.ts';
import { look, pageHasSeen } from '../e2e/monitor-world.ts';
import { isUsual } from '../e2e/review-kinds.ts';
import { actAs, documentLike, formatAddress, isYours, placeOn, typing } from '../e2e/review-world.ts';
import { aBatchFailedWith, aFailedBatch, countFailed, openBatch, worldIsOpen } from '../e2e/triage-world.ts';
import { isFocused, loseFocus, origin, shellIsThere, test } from './desktop.ts';
import type { Desktop } from './desktop.ts';

// A job runs through the whole sandbox, whose documents take their time.
const untilDone = { timeout: 90_000 };

test.beforeEach(() => {
  test.setTimeout(180_000);
});

test('an export is saved where the person says, under a name and a title that say what it is', async ({
  start,
}) => {
  const { app, page } = await start();
  await shellIsThere(page);
  await worldIsOpen(page);
  const batch = await aFailedBatch(page);
  await openBatch(page, origin, batch);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-saved-'));
  const offered = await saveInto(app, folder);
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: /^Export/ }).click();
  await expect.poll(offered).toMatchObject({ state: 'completed' });
  const { title, file = '' } = (await offered()) ?? {};
  expect(title).not.toContain('blob:');
  expect(basename(file)).toBe(`${batch.batchId} documents FAILED.csv`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(countFailed(batch) + 1);
  rmSync(folder, { recursive: true });
});

test('a copied id is on the clipboard of the system', async ({ start }) => {
  const { app, page } = await start();
  await shellIsThere(page);
  await worldIsOpen(page);
  const batch = await aFailedBatch(page);
  await openBatch(page, origin, batch);
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await page
    .getByRole('button', { name: /^Copy .*batch id/i })
    .first()
    .click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(batch.batchId);
});

test('a notification appears while the window is behind, and a click on it leads to its desk', async ({
  startOnAccount,
}) => {
  const { app, page, account } = await startOnAccount('admin');
  await shellIsThere(page);
  const quiet = (await look(page)).alarms?.find(
    ({ name, state }) => name.endsWith('-errors') && state !== 'ALARM',
  );
  if (quiet === undefined) throw new Error('The alarm on errors fires already.');
  await page.goto(`${origin}/settings`);
  await pageHasSeen(page);

  const shown = await recordNotifications(app);
  await loseFocus(app);
  await setAlarm(account.address, quiet.name);
  await look(page);
  // An unusual cost or a missed objective of the sandbox may be told beside it.
  const ofAlarm = async () => (await shown()).filter((text) => text.includes(quiet.name));
  await expect.poll(ofAlarm).toHaveLength(1);
  const told = (await shown()).findIndex((text) => text.includes(quiet.name));

  await app.evaluate(
    (_, index) => (globalThis as unknown as { shown: Electron.Notification[] }).shown[index]?.emit('click'),
    told,
  );
  await expect(page).toHaveURL(/\/triage\b/);
  await expect.poll(() => isFocused(app)).toBe(true);
});

test('a page that has crashed loads again, and the console answers it', async ({ start }) => {
  const { app, page, log } = await start();
  await shellIsThere(page);
  await page.goto(`${origin}/costs`);
  await shellIsThere(page);
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(() => log().map(({ msg }) => msg)).toContain('the page has crashed');
  // The test's own page ends with the crash, so the window is asked through the main process.
  await expect
    .poll(() => inWindow(app, `location.pathname + ' ' + (document.querySelector('nav') !== null)`))
    .toBe('/costs true');
  const call = `globalThis.bridge.call('session.current', {})`;
  expect(await inWindow(app, call)).toMatchObject({ ok: true, value: { host: 'electron' } });
  const watch = `new Promise((resolve) => globalThis.bridge.watch('session.watch', {}, resolve))`;
  expect(await inWindow(app, watch)).toMatchObject({ ok: true });
});

test('closing the window while a job runs ends the program, and the job goes on at the next start', async ({
  start,
}) => {
  const first = await start();
  const job = await aRunningJob(first);
  expect(await first.close()).toEqual({ code: 0, signal: null });
  expect(first.log().at(-1)?.msg).toBe('console closed');
  await itGoesOn(await start({ home: first.home }), job);
});

test('a value typed right before the window is closed is on the desk at the next start', async ({
  start,
}) => {
  const first = await start();
  await shellIsThere(first.page);
  await worldIsOpen(first.page);
  await actAs(first.page, 'reviewer');
  const document = await documentLike(first.page, isUsual, { tenantId: 'northwind' });
  const [place = ''] = placesToDecide(document, 'review');
  const show = async (page: Page): Promise<void> => {
    await page.goto(`${origin}${formatAddress(document)}`);
    await isYours(page, document.fileName);
  };
  await show(first.page);
  await first.page.keyboard.press('e');
  await expect(typing(first.page)).toBeFocused();
  await first.page.keyboard.press('ControlOrMeta+a');
  await first.page.keyboard.insertText('typed last');
  expect(await first.close()).toEqual({ code: 0, signal: null });

  const { page } = await start({ home: first.home });
  await shellIsThere(page);
  await worldIsOpen(page);
  await actAs(page, 'reviewer');
  await show(page);
  await expect(placeOn(page, place)).toContainText('typed last');
});

test('a job goes on at the next start after the program was killed', async ({ start }) => {
  const first = await start();
  const job = await aRunningJob(first);
  await first.kill();
  await itGoesOn(await start({ home: first.home }), job);
});

/** Starts a job of two documents, and returns when the first of them is on its way. */
async function aRunningJob({ page }: Desktop): Promise<{ readonly batchId: string; readonly run: number }> {
  await shellIsThere(page);
  await worldIsOpen(page);
  const batch = await aBatchFailedWith(page, 'northwind', 'ThrottlingException');
  await openBatch(page, origin, batch);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Reprocess 2…', exact: true }).click();
  await page.getByRole('button', { name: 'Start with 1 document' }).click();
  await expect(openDialog(page).getByRole('list', { name: 'Steps' })).toContainText('Step 1, 1: 1 running', {
    timeout: 20_000,
  });
  return { batchId: batch.batchId, run: batch.run ?? 0 };
}

async function itGoesOn(
  { page }: Desktop,
  { batchId, run }: { readonly batchId: string; readonly run: number },
): Promise<void> {
  await shellIsThere(page);
  await page.goto(`${origin}/activity?tab=jobs`);
  const job = page.getByRole('grid', { name: 'Jobs' }).getByRole('row', { name: new RegExp(batchId) });
  await expect(job).toContainText('Done', untilDone);
  await expect(job).toContainText('2 fixed');
  await job.getByText('Reprocess 2 documents').click();
  const receipts = openDialog(page).getByRole('grid', { name: 'Receipts' }).getByRole('row');
  await expect(receipts).toHaveCount(3);
  // Each document gets one run, and the restart adds no second one.
  await expect(receipts.nth(1)).toContainText(`run ${String(run + 1)}`);
  await expect(receipts.nth(2)).toContainText(`run ${String(run + 2)}`);
}

interface Offered {
  readonly title: string;
  readonly file: string;
  readonly state: string;
}

/** Answers the save dialog in place of a person: a test cannot operate the system's own. */
async function saveInto(
  app: ElectronApplication,
  folder: string,
): Promise<() => Promise<Offered | undefined>> {
  await app.evaluate(({ session }, into) => {
    session.defaultSession.on('will-download', (_event, item) => {
      const file = `${into}/${item.getFilename()}`;
      const offered = {
        title: item.getSaveDialogOptions().title ?? item.getURL(),
        file,
        state: item.getState() as string,
      };
      Object.assign(globalThis, { offered });
      item.setSavePath(file);
      item.once('done', (_done, state) => void (offered.state = state));
    });
  }, folder);
  return () => app.evaluate(() => (globalThis as { offered?: Offered }).offered);
}

/** Keeps the notifications instead of showing them, because the machine of a test has nothing that shows one. */
async function recordNotifications(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    Object.assign(globalThis, { shown });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
  });
  return () =>
    app.evaluate(() =>
      (globalThis as unknown as { shown: Electron.Notification[] }).shown.map(
        ({ title, body }) => `${title} ${body}`,
      ),
    );
}

async function setAlarm(endpoint: string, AlarmName: string): Promise<void> {
  const client = new CloudWatchClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  });
  await client.send(
    new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason: 'Set by a test' }),
  );
  client.destroy();
}

function inWindow(app: ElectronApplication, script: string): Promise<unknown> {
  return app.evaluate(
    ({ BrowserWindow }, code) =>
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript(code)
        .catch(() => undefined) as Promise<unknown>,
    script,
  );
}
