import type { Locator, Page } from '@playwright/test';
import type { OpenDocument } from '#shared/contract/triage.ts';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { test } from './fixtures.ts';
import { actAs, documentsLike, expect, openOnDesk, waiting } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { answer } from './triage-world.ts';

test('a document is filed elsewhere, divided or joined by keys, and Triage leads from one to the other', async ({
  console: { page, url },
}) => {
  test.setTimeout(300_000);
  await actAs(page, 'reviewer');
  const { long, one, other } = await findDocuments(page);
  const { tenantId, documentId } = one.document;

  await test.step('O files it under another workflow, and the desk goes on', async () => {
    await openOnDesk(page, url, one.document);
    await page.keyboard.press('o');
    const dialog = openDialog(page);
    await expect(dialog).toContainText("This can't be undone");
    await expect(dialog).toContainText(/costs (?:about|at least) \$0\.\d+/);
    await expectClean(page, 'filing elsewhere');
    // Nothing is filed before a workflow is chosen.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toContainText('Choose the workflow that reads this type.');
    await chooseFirst(page, dialog.getByRole('combobox', { name: 'Workflow' }));
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialogsAreGone(page);
    await expect(page).not.toHaveURL(new RegExp(documentId));
    const filed = await readFiled(page, one.document);
    expect(filed).toMatchObject({ status: 'REJECTED', filed: { kind: 'elsewhere' } });
    expect(filed.filed?.documents).toHaveLength(1);
    const rows = await waiting(page, { tenantId });
    expect(rows.some((row) => row.documentId === documentId)).toBe(false);
  });

  await test.step('S divides a file at the pages that are marked', async () => {
    await openOnDesk(page, url, long.document);
    await page.keyboard.press('s');
    const dialog = openDialog(page);
    await expect(dialog.getByRole('checkbox')).toHaveCount(long.pages);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toContainText('Mark the page on which the second document begins.');
    await dialog.getByRole('checkbox', { name: 'A document begins on page 2' }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('list', { name: 'Becomes' }).getByRole('listitem')).toHaveCount(2);
    await expectClean(page, 'dividing');
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialogsAreGone(page);
    const filed = await readFiled(page, long.document);
    expect(filed.filed).toMatchObject({ kind: 'divided' });
    expect(filed.filed?.documents.map(({ pages }) => pages)).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: long.pages },
    ]);
    await expect.poll(() => readPages(page, filed, 0), { timeout: 60_000 }).toBe(1);
  });

  await test.step('B joins it with another document that waits', async () => {
    await openOnDesk(page, url, other.document);
    await page.keyboard.press('b');
    const dialog = openDialog(page);
    await dialog.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('list', { name: 'Order of the pages' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectClean(page, 'joining');
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialogsAreGone(page);
    const filed = await readFiled(page, other.document);
    expect(filed.filed).toMatchObject({ kind: 'joined' });
  });

  await test.step('Triage says what became of it, and opens the new document', async () => {
    const { batchId } = long.document;
    const address = new URLSearchParams({
      tenant: long.document.tenantId,
      batch: batchId,
      document: long.document.documentId,
    });
    await page.goto(`${url}/triage?${address.toString()}`);
    const region = page.getByRole('region', { name: /^Document / });
    await expect(region).toContainText('Divided into');
    await expectClean(page, 'a divided document');
    await region.getByRole('button', { name: /\(page 1\)/ }).click();
    await expect(region).toContainText('Divided from');
    await expect(region.getByRole('button', { name: long.document.fileName ?? '' })).toBeVisible();
  });
});

interface Found {
  readonly document: ReviewDocument;
  readonly pages: number;
}

/** Finds three free documents, one of them with several pages. */
async function findDocuments(page: Page): Promise<Readonly<Record<'long' | 'one' | 'other', Found>>> {
  const found: Found[] = [];
  const documents = await documentsLike(page, (one) => one.step === 'first' && !one.fourEyes, { most: 12 });
  for (const document of documents) {
    const { usage } = await readFiledNow(page, document);
    found.push({ document, pages: usage?.textract?.pages ?? 1 });
  }
  const long = found.find(({ pages }) => pages > 1);
  const [one, other] = found.filter((document) => document !== long);
  if (!long || !one || !other)
    throw new Error('The sandbox has too few documents, or none of several pages.');
  return { long, one, other };
}

function readFiledNow(page: Page, { tenantId, batchId, documentId }: ReviewDocument): Promise<OpenDocument> {
  return answer<OpenDocument>(page, 'documents.read', { tenantId, batchId, documentId });
}

/** Waits until the decision has arrived. */
async function readFiled(page: Page, document: ReviewDocument): Promise<OpenDocument> {
  await expect.poll(async () => (await readFiledNow(page, document)).filed !== null).toBe(true);
  return readFiledNow(page, document);
}

/** The pages that Textract read of a new document. */
async function readPages(
  page: Page,
  { tenantId, filed }: OpenDocument,
  at: number,
): Promise<number | undefined> {
  const { batchId = '', documentId = '' } = filed?.documents[at] ?? {};
  const { usage } = await answer<OpenDocument>(page, 'documents.read', { tenantId, batchId, documentId });
  return usage?.textract?.pages ?? undefined;
}

async function chooseFirst(page: Page, select: Locator): Promise<void> {
  await select.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(select).not.toContainText('Choose');
}
