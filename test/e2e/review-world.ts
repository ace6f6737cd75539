import type { Locator, Page } from '@playwright/test';
import type { CommandName, InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Outcome, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput, QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { OpenDocument, PassportEvent } from '#shared/contract/triage.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { listPrintedAmounts, writeAsDocument } from '#shared/domain/review/understood-value.ts';
import { expect as briefly, shellIsThere } from './fixtures.ts';
import { answer, askHost } from './triage-world.ts';

/** A decision is held for ten seconds, and then goes through the whole sandbox and back. */
export const expect = briefly.configure({ timeout: 30_000 });

export type PersonaId = 'support' | 'reviewer' | 'reviewer-2' | 'admin';

/** Sends a command beside the page, as another window of the same person would. */
export async function command<N extends CommandName>(
  page: Page,
  operation: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  return askHost<OutputOf<N>>(page, operation, { input, idempotencyKey: crypto.randomUUID() });
}

export async function actAs(page: Page, personaId: PersonaId): Promise<void> {
  // A list that is still loading would have its next page refused to another person. Settings loads none.
  if (new URL(page.url()).pathname !== '/settings') {
    await page.goto(new URL('/settings', page.url()).href);
    await shellIsThere(page);
  }
  await command(page, 'session.actAs', { personaId });
}

/** Lists every waiting document, in the order of the list. */
export async function waiting(page: Page, of: Partial<QueueInput> = {}): Promise<readonly QueueRow[]> {
  const rows: QueueRow[] = [];
  let cursor: string | null = null;
  do {
    const input = { dueHours: 24, pageSize: 100, ...of, ...(cursor !== null && { cursor }) };
    const found: QueuePage = await answer<QueuePage>(page, 'review.queue', input);
    rows.push(...found.rows);
    ({ cursor } = found);
  } while (cursor !== null);
  return rows;
}

/** The sandbox's past depends on the hour it was generated, so documents are found by their properties. */
export async function documentsLike(
  page: Page,
  is: (document: ReviewDocument) => boolean,
  { most = 1, ...of }: Partial<QueueInput> & { readonly most?: number } = {},
): Promise<readonly ReviewDocument[]> {
  const found: ReviewDocument[] = [];
  for (const row of await waiting(page, of)) {
    if (row.claimedBy !== null || row.problems.length > 0) continue;
    const document = await command(page, 'review.read', toKey(row));
    if (is(document)) found.push(document);
    if (found.length === most) return found;
  }
  throw new Error(`The sandbox has ${String(found.length)} such documents of ${String(most)}.`);
}

export async function documentLike(
  page: Page,
  is: (document: ReviewDocument) => boolean,
  of: Partial<QueueInput> = {},
): Promise<ReviewDocument> {
  const [document] = await documentsLike(page, is, of);
  if (document === undefined) throw new Error('The sandbox has no such document.');
  return document;
}

export function toKey({ tenantId, projectId, batchId, documentId }: ReviewKey): ReviewKey {
  return { tenantId, projectId, batchId, documentId };
}

export function formatAddress(key: ReviewKey, search = ''): string {
  const parts = [key.tenantId, key.projectId, key.batchId, key.documentId];
  return `/review?document=${encodeURIComponent(parts.map(encodeURIComponent).join('/'))}${search}`;
}

/** Returns the key of the open document from the address. */
export function openKey(page: Page): ReviewKey {
  const written = new URL(page.url()).searchParams.get('document') ?? '';
  const [tenantId = '', projectId = '', batchId = '', documentId = ''] = written
    .split('/')
    .map(decodeURIComponent);
  return { tenantId, projectId, batchId, documentId };
}

export async function openOnDesk(page: Page, url: string, key: ReviewKey, search = ''): Promise<void> {
  await page.goto(`${url}${formatAddress(key, search)}`);
  await isYours(page);
}

/** Waits until the document is read and claimed, and its first flagged field has the focus. */
export async function isYours(page: Page, fileName?: string | null): Promise<void> {
  const read = { timeout: 45_000 };
  if (fileName !== undefined) await expect(nameOnDesk(page)).toContainText(stem(fileName), read);
  await expect(findDesk(page)).toContainText(/yours for \d\d:\d\d/, read);
}

export function findDesk(page: Page): Locator {
  return page.getByRole('region', { name: 'Fields', exact: true });
}

export function nameOnDesk(page: Page): Locator {
  return findDesk(page).getByRole('heading', { level: 2 }).first();
}

/** Drops the file extension, which the page leaves out where there is little room. */
export function stem(fileName: string | null): string {
  return (fileName ?? '').replace(/\.[a-z]{2,4}$/i, '');
}

export function placeOn(page: Page, place: string): Locator {
  return page.locator(`[data-place="${place}"]`);
}

/** Finds the field that has the keyboard's focus. */
export function focusedPlace(page: Page): Locator {
  return page.locator('[data-place]:focus');
}

/** Finds the card below the focused field while it is open for typing. */
export function typing(page: Page): Locator {
  return page.locator('[data-typing]:focus, [data-place] input:focus');
}

export async function decide(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** Approves, and presses again where the desk says what speaks against it. */
export async function decideAnyway(page: Page): Promise<void> {
  const open = page.url();
  const again = findDesk(page)
    .getByText(/Press again/)
    .first();
  const isWarned = again.waitFor().then(() => true);
  const hasLeft = page.waitForURL(({ href }) => href !== open, { waitUntil: 'commit' }).then(() => false);
  await decide(page);
  // The other wait ends with the test, and nothing comes of it.
  if (await Promise.any([isWarned, hasLeft])) await decide(page);
}

export async function acceptAll(page: Page, document: ReviewDocument): Promise<void> {
  for (const place of placesToDecide(document, 'review')) {
    await expect(focusedPlace(page)).toHaveAttribute('data-place', place);
    await page.keyboard.press('Enter');
  }
}

export async function inTriage(page: Page, key: ReviewKey): Promise<OpenDocument> {
  const { tenantId, batchId, documentId } = key;
  return answer<OpenDocument>(page, 'documents.read', { tenantId, batchId, documentId });
}

/** Returns the document's history, oldest first. */
export async function passport(page: Page, key: ReviewKey): Promise<readonly PassportEvent[]> {
  const { tenantId, documentId } = key;
  const input = { tenantId, documentId, pageSize: 100 };
  const { rows } = await answer<{ readonly rows: readonly PassportEvent[] }>(
    page,
    'documents.passport',
    input,
  );
  return rows.toReversed();
}

export async function whatHappened(page: Page, key: ReviewKey): Promise<readonly (string | null)[]> {
  return (await passport(page, key)).map(({ what }) => what);
}

/** Runs an action as another person, and switches the session back afterwards. */
export async function asAnother<T>(
  page: Page,
  personas: { readonly other: PersonaId; readonly back: PersonaId },
  act: () => Promise<T>,
): Promise<T> {
  await actAs(page, personas.other);
  try {
    return await act();
  } finally {
    await actAs(page, personas.back);
  }
}

export async function decideBeside(
  page: Page,
  key: ReviewKey,
  change: Partial<InputOf<'review.decide'>> = {},
): Promise<void> {
  const { version } = await claimBeside(page, key);
  const { outcome } = await command(page, 'review.decide', {
    ...toKey(key),
    version,
    decision: 'approve',
    corrections: [],
    reason: null,
    intentKey: crypto.randomUUID(),
    seconds: 5,
    ...change,
  });
  requireDone(outcome);
}

export async function claimBeside(page: Page, key: ReviewKey): Promise<Done> {
  const { version } = await command(page, 'review.read', toKey(key));
  const { outcome } = await command(page, 'review.claim', { ...toKey(key), version });
  return requireDone(outcome);
}

type Done = Extract<Outcome, { readonly kind: 'done' }>;

function requireDone(outcome: Outcome): Done {
  if (outcome.kind !== 'done') throw new Error(`Not done: ${JSON.stringify(outcome).slice(0, 200)}`);
  return outcome;
}

/** Goes back to the list and releases the open document. */
export async function putAway(page: Page): Promise<void> {
  const released = page.waitForResponse(/\/call\/review\.release$/);
  await page.keyboard.press('Escape');
  await released;
  await expect(page).not.toHaveURL(/document=/);
}

/** Replaces the value of the focused field and moves to the next. */
export async function typeInFocused(page: Page, value: string): Promise<void> {
  await page.keyboard.press('e');
  await expect(typing(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(value);
  await page.keyboard.press('Enter');
}

/** Returns how the desk writes an amount that was typed at this place, because each document has signs of its own. */
export function asWritten(document: ReviewDocument, place: string, value: string): string {
  const field = document.fields.find(({ name }) => name === place);
  if (field === undefined) throw new Error(`The document has no field ${place}.`);
  return writeAsDocument(field.type, value, { read: field.value, amounts: listPrintedAmounts(document) });
}

/** Opens the document from its error notice, which appears on every page. */
export async function openFromNotice(page: Page, words: string): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices).toContainText(words);
  // The library hides a notice's buttons unless the focus is in it.
  await notices.getByRole('button', { name: 'Open document', includeHidden: true }).first().click();
}
