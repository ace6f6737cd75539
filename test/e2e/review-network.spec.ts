import type { BrowserContext, Page } from '@playwright/test';
import type { Desk, ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { shellIsThere, test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  actAs,
  command,
  decide,
  findDesk,
  documentsLike,
  expect,
  isYours,
  toKey,
  nameOnDesk,
  openFromNotice,
  openOnDesk,
  placeOn,
  stem,
  typeInFocused,
  whatHappened,
} from './review-world.ts';
import { answer } from './triage-world.ts';

// The fixture's signed-in console does not fit here, because a browser logs every lost answer as an error.
test('a lost answer does not repeat a decision, and nothing is lost while offline', async ({
  host,
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await page.goto(host.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await actAs(page, 'reviewer');
  const [unclear, offline] = await documentsLike(
    page,
    (document) => isPlain(document) && placesToDecide(document, 'review').length === 1,
    { most: 2, reasons: ['readers disagree'] },
  );
  if (unclear === undefined || offline === undefined) return;

  await test.step('the answer to a decision is lost on the way', async () => {
    const [place = ''] = placesToDecide(unclear, 'review');
    const value = otherReading(unclear, place);
    await openOnDesk(page, host.origin, unclear);
    await page.route(
      '**/call/review.decide',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await typeInFocused(page, value);
    await decide(page);
    await openFromNotice(page, `${unclear.fileName ?? ''}: approval not confirmed yet.`);
    await expect(nameOnDesk(page)).toContainText(stem(unclear.fileName));
    await expect(findDesk(page)).toContainText('Sent, but not confirmed.');
    await expect(placeOn(page, place)).toContainText(value);
    // The desk asks again on its own until the outcome is known.
    await expect(nameOnDesk(page)).not.toContainText(stem(unclear.fileName), { timeout: 30_000 });
    expect((await whatHappened(page, unclear)).filter((what) => what === 'approved')).toHaveLength(1);
    const now = await command(page, 'review.read', toKey(unclear));
    expect(now).toMatchObject({ status: 'SUCCEEDED', decision: 'approve', reviewedBy: 'reviewer' });
    expect(now.fields.find(({ name }) => name === place)?.value).toBe(value);
  });

  await test.step('the connection drops before the decision is sent; it is sent automatically when it is back', async () => {
    const [place = ''] = placesToDecide(offline, 'review');
    const value = otherReading(offline, place);
    await openOnDesk(page, host.origin, offline);
    await typeInFocused(page, value);
    await theLineGoes(page, context);
    await decide(page);
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      `${offline.fileName ?? ''}: approval not confirmed yet.`,
    );
    await expect(page.getByRole('button', { name: /not confirmed/ })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You see earlier data')).toHaveCount(0);
    await expect.poll(async () => (await whatHappened(page, offline)).at(-1)).toBe('approved');
    expect((await whatHappened(page, offline)).filter((what) => what === 'approved')).toHaveLength(1);
    const now = await command(page, 'review.read', toKey(offline));
    expect(now.fields.find(({ name }) => name === place)?.value).toBe(value);
    // Failed reads are repeated automatically, and a failed claim is repeated with the next key.
    await page.keyboard.press('j');
    await isYours(page);
    const { drafts } = await answer<Desk>(page, 'review.desk', {});
    expect(drafts).toEqual([]);
  });
});

/**
 * An open stream stays open while the browser is offline here, so the page is hidden and shown again to
 * notice it.
 */
async function theLineGoes(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.evaluate(async () => {
    for (const isHidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  await expect(page.getByText('You see earlier data')).toBeVisible();
}

function otherReading({ fields }: ReviewDocument, place: string): string {
  const field = fields.find(({ name }) => name === place);
  return field?.readings.find(({ value }) => value !== field.value)?.value ?? '';
}
