import type { Page } from '@playwright/test';
import type { OperationName, OutputOf } from '#shared/contract/contract.ts';
import { marks } from '#test/builders/canary/canaries.ts';
import { everythingIn } from '#test/builders/canary/everything-in.ts';
import {
  letters,
  findDownloads,
  plantFile,
  plantMessage,
  plantValues,
  type BatchKey,
} from '#test/builders/canary/plant-canaries.ts';
import { search } from '#test/builders/canary/search.ts';
import { expect, test as base } from './fixtures.ts';
import { startCanaryConsole, type CanaryConsole } from './canary-world.ts';
import { watchPage, type WatchedPage } from './canary-watch.ts';
import { formatAddress } from './review-world.ts';
import { shellPages } from './shell-pages.ts';
import { signIn } from './sign-in.ts';

const test = base.extend<{ readonly world: CanaryConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- as in fixtures.ts
  world: async ({}, use) => {
    const started = await startCanaryConsole();
    await use(started);
    await started.stop();
  },
});

test('planted secrets appear on no page, and neither the browser nor the console stores them', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(300_000);
  const { host, credentials } = world;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, host);
  const watched = await watchPage(page);
  const planted = await plantedIn(world, page);
  const { documents, batchId, fileId, downloadBatchId } = planted;
  const of = (status: string) => documents.find((one) => one.status === status) ?? documents[0];
  const [failed, waiting] = [of('FAILED'), of('REVIEW_REQUIRED')];
  if (failed === undefined || waiting === undefined) throw new Error('No document was planted');

  const { tenantId } = failed;
  const addresses = [
    ...shellPages.map(({ path }) => path),
    `/triage?tenant=${tenantId}&batch=${failed.batchId}&document=${failed.documentId}`,
    `/triage?tenant=${tenantId}&batch=${batchId}&document=${waiting.documentId}`,
    '/triage?tenant=no-such-tenant&batch=no-such-batch',
    `/review?view=sample&tenant=${tenantId}&percent=10`,
    `/downloads?batch=${downloadBatchId}`,
    `/downloads?file=${fileId}`,
    `/dead-letters?queue=${letters}`,
    `/explorer?system=downloads&pattern=filesOfBatch&q.batchId=${downloadBatchId}`,
    `/explorer?system=extraction&pattern=documentsOfBatch&q.tenantId=${tenantId}&q.batchId=${failed.batchId}`,
    '/activity?tab=audit',
    '/settings?tab=connections',
  ];
  for (const address of addresses) {
    await page.goto(host.origin + address);
    await page.getByRole('navigation').first().waitFor();
    await watched.settled();
    if (address.startsWith('/explorer')) await askIt(page, watched);
    if (address === `/dead-letters?queue=${letters}`) await sample(page, watched);
    await copyAndExport(page, watched);
    await watched.snapshot(address);
  }
  // This action fails, and the page's error is searched as well.
  await page.goto(
    `${host.origin}/explorer?system=extraction&pattern=documentsOfBatch&q.tenantId=&q.batchId=`,
  );
  await watched.settled();
  await watched.snapshot('a refused question');

  const canaries = [
    ...Object.entries(marks).map(([kind, mark]) => ({ kind, of: 'anything', mark, text: mark })),
    ...credentials,
  ];
  const files = everythingIn(host.home);
  const told = [...watched.seen, ...files, { where: 'standard error', text: host.stderr() }];
  expect(search(canaries, told)).toEqual([]);
  const counted = watched.counted();
  test
    .info()
    .annotations.push({ type: 'searched', description: JSON.stringify({ ...counted, files: files.length }) });
  expect(counted['page']).toBe(addresses.length + 1);
  expect(counted['answer']).toBeGreaterThan(100);
  expect(counted['event']).toBeGreaterThan(20);
  expect(counted['export']).toBeGreaterThan(2);

  // An opened document shows its values, which proves that the search would find them.
  await page.goto(host.origin + formatAddress(waiting));
  const values = (): number => search(canaries, watched.seen).length;
  await expect.poll(values, { timeout: 30_000 }).toBeGreaterThan(0);
  await watched.settled();
  await watched.snapshot('an opened document');
  const shown = search(canaries, watched.seen);
  expect([...new Set(shown.map(({ kind }) => kind))]).toEqual(['read value']);
  expect(new Set(shown.map(({ where }) => where.split(': ')[0]))).toEqual(new Set(['answer', 'page']));
  expect(search(canaries, everythingIn(host.home))).toEqual([]);
});

async function plantedIn(world: CanaryConsole, page: Page) {
  const say = async <N extends OperationName>(operation: N, input: object): Promise<OutputOf<N>> => {
    const response = await page.request.post(`${world.host.origin}/call/${operation}`, { data: { input } });
    const answer = (await response.json()) as { readonly ok: boolean; readonly value: OutputOf<N> };
    if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
    return answer.value;
  };
  await expect
    .poll(async () => (await say('session.current', {})).signIn, { timeout: 30_000 })
    .toMatchObject({ aws: { state: 'signed-in' }, pipeline: { state: 'signed-in' } });
  const batches: BatchKey[] = [];
  for (const status of ['REVIEW_REQUIRED', 'FAILED', 'SUCCEEDED']) {
    const { rows } = await say('batches.byStatus', { tenantId: 'northwind', status });
    batches.push(...(rows.slice(0, 1) as BatchKey[]));
  }
  const documents = await plantValues(world, batches);
  const { downloadBatchId } = await findDownloads((date) => say('downloads.day', { date }));
  const fileId = 'file-of-canaries';
  await plantFile(world, { fileId, batchId: downloadBatchId, now: Date.now() });
  for (const name of ['one', 'two', 'three']) await plantMessage(world, `canaries-${name}`);
  return { documents, batchId: batches[0]?.batchId ?? '', fileId, downloadBatchId };
}

async function askIt(page: Page, watched: WatchedPage): Promise<void> {
  const ask = page.getByRole('button', { name: /^(?:Ask|Read|Run)\b/ }).first();
  if (await ask.isVisible()) await ask.click();
  await watched.settled();
}

async function sample(page: Page, watched: WatchedPage): Promise<void> {
  await page
    .getByRole('button', { name: /^Sample \d/ })
    .first()
    .click();
  await page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row').nth(1).waitFor();
  await watched.settled();
}

/** Uses the two actions that every table has: a row is copied and the rows shown are exported. */
async function copyAndExport(page: Page, watched: WatchedPage): Promise<void> {
  const grid = page.getByRole('grid').first();
  if (await grid.isVisible()) {
    await grid.focus();
    for (const key of ['ArrowDown', 'Space', 'Control+a', 'Control+c']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
  }
  const buttons = page.getByRole('button', { name: /^Export/ });
  if ((await buttons.count()) > 0 && (await buttons.first().isEnabled())) {
    await buttons.first().press('Enter');
    const item = page.getByRole('menuitem').first();
    if (await item.isVisible().catch(() => false)) await item.press('Enter');
    await page.keyboard.press('Escape');
  }
  await watched.settled();
  watched.seen.push({ where: `clipboard: ${page.url()}`, text: await page.evaluate(copiedText) });
}

/**
 * Returns the text that was copied last, or nothing after 500 ms, because a browser may wait for a permission
 * dialog.
 */
function copiedText(): Promise<string> {
  const nothing = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500));
  return Promise.race([navigator.clipboard.readText().catch(() => ''), nothing]);
}
