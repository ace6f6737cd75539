import type { Page } from '@playwright/test';
import type { Desk, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { cellPlace, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import {
  actAs,
  asWritten,
  command,
  decide,
  findDesk,
  documentLike,
  expect,
  focusedPlace,
  inTriage,
  isYours,
  toKey,
  openKey,
  passport,
  placeOn,
  stem,
  typeInFocused,
  typing,
  waiting,
  whatHappened,
} from './review-world.ts';
import { isForCorrecting, isUsual, secondReading } from './review-kinds.ts';
import { answer } from './triage-world.ts';

const tenantId = 'northwind';

test('a whole shift by keyboard alone', async ({ console: { page, url } }) => {
  test.setTimeout(120_000);
  await actAs(page, 'reviewer');
  // The documents that wait longest are handed out in the steps before, so this one comes later.
  let waitsLonger = 0;
  const sums = await documentLike(page, (document) => (waitsLonger += 1) > 8 && isForCorrecting(document), {
    tenantId,
  });
  let isPast = false;
  const usual = await documentLike(
    page,
    (document) => {
      const isAfter = isPast;
      isPast ||= document.documentId === sums.documentId;
      return isAfter && isUsual(document);
    },
    { tenantId },
  );
  await page.goto(`${url}/review?tenant=${tenantId}`);

  const second = await test.step('clears two flagged fields with three keys', async () => {
    await openFromList(page, usual);
    const [first, last] = placesToDecide(usual, 'review');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first ?? '');
    await page.keyboard.press('Enter');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', last ?? '');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+Enter');
    await itIsHeld(page, usual);
    return theNextIsThere(page, usual);
  });

  const third = await test.step('P sets aside', async () => {
    await page.keyboard.press('p');
    return theNextIsThere(page, second);
  });

  const fourth = await test.step('H hands over to Noor, with a note', async () => {
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: /^Hand over / });
    await expect(dialog.getByRole('combobox', { name: 'Hand over to' })).toBeFocused();
    await page.keyboard.type('noor');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.type('You know their stamp.');
    await expect(dialog.getByRole('button', { name: 'Hand over to Noor Haddad' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    return theNextIsThere(page, third);
  });

  const fifth = await test.step('R rejects, with a reason by its number', async () => {
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: /^Reject / });
    await expect(dialog.getByRole('radio').first()).toBeVisible();
    await page.keyboard.press('3');
    const missing = dialog.getByRole('radio', { name: 'Pages are missing' });
    await expect(missing).toBeChecked();
    await expect(missing).toBeFocused();
    // A second press is one more than needed, and it must not reject the next document as well.
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    return theNextIsThere(page, fourth);
  });

  await test.step('X marks it unreadable, C adds a comment', async () => {
    const [first = '', ...others] = placesToDecide(fifth, 'review');
    await page.keyboard.press('x');
    await expect(placeOn(page, first)).toContainText(/unreadable/i);
    for (const place of others) {
      await expect(focusedPlace(page)).toHaveAttribute('data-place', place);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('c');
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
    await page.keyboard.type('A stamp lies over it.');
    await page.keyboard.press('Enter');
    await expect(focusedPlace(page)).toHaveCount(1);
    await decide(page);
    await theNextIsThere(page, fifth);
  });

  await test.step('2 picks the second reading, E corrects and notes what is wrong', async () => {
    await page.keyboard.press('Escape');
    await openFromList(page, sums);
    const [picked = '', money = ''] = placesToDecide(sums, 'review');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', picked);
    await page.keyboard.press('2');
    await expect(placeOn(page, picked)).toContainText(secondReading(sums));

    await expect(focusedPlace(page)).toHaveAttribute('data-place', money);
    await page.keyboard.press('e');
    await expect(typing(page)).toBeFocused();
    await page.keyboard.type('about four thousand');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Expected an amount such as');
    await expect(typing(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('4,321.09');
    await page.keyboard.press('Enter');
    await expect(placeOn(page, money)).toContainText(asWritten(sums, money, '4,321.09'));
    await expect(typing(page)).toHaveCount(0);
  });

  await test.step('corrects a cell of the lines, and the total follows each time', async () => {
    const total = page.getByRole('region', { name: 'Line items' }).getByRole('status');
    await expect(total).toContainText(/, same as /);
    await page.keyboard.press('l');
    for (const column of ['description', 'quantity', 'unit', 'amount'] as const) {
      await expect(focusedPlace(page)).toHaveAttribute('data-place', cellPlace(0, column));
      if (column !== 'amount') await page.keyboard.press('ArrowRight');
    }
    await typeInFocused(page, '1');
    await expect(total).toContainText(/; .* says /);
    await typeInFocused(page, sums.lines[0]?.amount ?? '');
    await expect(total).toContainText(/, same as /);
  });

  await test.step('U undoes the decision during the hold, and restores its edits', async () => {
    await decideAgainstWarning(page);
    await itIsHeld(page, sums);
    await page.keyboard.press('u');
    await isYours(page, sums.fileName);
    const [picked = '', money = ''] = placesToDecide(sums, 'review');
    await expect(placeOn(page, picked)).toContainText(secondReading(sums));
    await expect(placeOn(page, money)).toContainText(asWritten(sums, money, '4,321.09'));
    await expect(findDesk(page)).toContainText('2 of 2 flagged fields decided');
    await decideAgainstWarning(page);
    await theNextIsThere(page, sums);
  });

  await test.step('counters and the pipeline agree with it', async () => {
    await expect(page.getByText(/4 decided today/)).toBeVisible();
    const { today } = await answer<Desk>(page, 'review.desk', {});
    expect(today).toMatchObject({ rejected: 1, handedOver: 1, undone: 1 });

    expect(await readOutcome(page, usual)).toEqual(['SUCCEEDED', 'approve', 'reviewer']);
    expect(await readOutcome(page, fourth)).toEqual(['REJECTED', 'reject', 'reviewer']);
    expect(await readOutcome(page, fifth)).toEqual(['SUCCEEDED', 'approve', 'reviewer']);
    expect(await readOutcome(page, sums)).toEqual(['SUCCEEDED', 'approve', 'reviewer']);
    for (const document of [usual, fifth]) {
      expect((await whatHappened(page, document)).filter((what) => what === 'approved')).toHaveLength(1);
    }
    expect((await whatHappened(page, sums)).slice(-5)).toEqual([
      'claimed',
      'approved',
      'undone',
      'claimed',
      'approved',
    ]);
    expect((await passport(page, fourth)).at(-1)).toMatchObject({
      what: 'rejected',
      actor: 'reviewer',
      reason: 'Pages are missing',
    });
    expect((await passport(page, fifth)).at(-1)).toMatchObject({ reason: 'A stamp lies over it.' });
    const corrected = await command(page, 'review.read', toKey(sums));
    const [picked = '', money = ''] = placesToDecide(sums, 'review');
    const valueOf = (place = '') => corrected.fields.find(({ name }) => name === place)?.value;
    expect([valueOf(picked), valueOf(money)]).toEqual([
      secondReading(sums),
      asWritten(sums, money, '4,321.09'),
    ]);

    const rows = await waiting(page, { tenantId });
    const of = ({ documentId }: ReviewKey) => rows.find((row) => row.documentId === documentId);
    expect(of(usual)).toBeUndefined();
    expect(of(second)?.postponedUntil).not.toBeNull();
    expect(of(second)?.claimedBy).toBeNull();
    expect(of(third)?.assigned).toMatchObject({
      to: 'reviewer-2',
      by: 'reviewer',
      note: 'You know their stamp.',
    });
  });
});

/** The typed amount does not fit the total, so the first Ctrl+Enter only says so. */
async function decideAgainstWarning(page: Page): Promise<void> {
  await decide(page);
  await expect(findDesk(page)).toContainText('Press again to approve anyway.');
  await decide(page);
}

/** Finds the document in the list by its name and opens it. */
async function openFromList(page: Page, document: ReviewDocument): Promise<void> {
  const list = page.getByRole('grid', { name: 'Documents waiting for review' });
  await expect(list).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: /^Filter the/ })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(stem(document.fileName));
  await expect(list.getByRole('row').nth(1)).toContainText(stem(document.fileName));
  await page.keyboard.press('Enter');
  await expect(list).toBeFocused();
  await page.keyboard.press('j');
  await expect(list.locator('[aria-current]')).toContainText(stem(document.fileName));
  await page.keyboard.press('Enter');
  await isYours(page, document.fileName);
}

/** Checks that the decision can still be undone, which it can for ten seconds. */
async function itIsHeld(page: Page, { fileName }: ReviewDocument): Promise<void> {
  await expect(page.getByRole('button', { name: `Undo ${fileName ?? ''}` }).first()).toBeVisible();
}

/** Waits for the next document, with the focus on its first flagged field. */
async function theNextIsThere(page: Page, after: ReviewKey): Promise<ReviewDocument> {
  await expect(page).not.toHaveURL(new RegExp(after.documentId));
  await expect(page).toHaveURL(/document=/);
  const next = await command(page, 'review.read', openKey(page));
  await isYours(page, next.fileName);
  await expect(focusedPlace(page)).toHaveAttribute('data-place', placesToDecide(next, 'review')[0] ?? '');
  // React reuses rows from one document to the next, and exactly one of them has to stay reachable with Tab.
  await expect(page.locator('[data-place][tabindex="0"]')).toHaveCount(1);
  return next;
}

async function readOutcome(page: Page, document: ReviewDocument): Promise<readonly unknown[]> {
  const { status, decision, reviewedBy } = await inTriage(page, document);
  return [status, decision, reviewedBy];
}
