import type { Page } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  acceptAll,
  actAs,
  formatAddress,
  asAnother,
  asWritten,
  claimBeside,
  command,
  decide,
  decideAnyway,
  findDesk,
  documentsLike,
  expect,
  focusedPlace,
  isYours,
  toKey,
  nameOnDesk,
  openFromNotice,
  openOnDesk,
  placeOn,
  putAway,
  stem,
  typeInFocused,
  whatHappened,
} from './review-world.ts';

test('the slower person sees what the other one decided, and loses nothing', async ({
  console: { page, url },
  context,
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const found = await documentsLike(page, isOfAmounts, { most: 4 });
  const [lost, changed, held, next] = found;
  if (lost === undefined || changed === undefined || held === undefined || next === undefined) return;

  await test.step('two windows on the same document: the second is faster, with a correction', async () => {
    await openOnDesk(page, url, lost);
    const other = await context.newPage();
    await openOnDesk(other, url, lost);
    await correctAndAccept(other, lost, '8,642.10');
    await decideAnyway(other);
    await expect(other).not.toHaveURL(new RegExp(lost.documentId));
    await expect.poll(async () => (await whatHappened(page, lost)).at(-1)).toBe('approved');
    await other.close();

    await acceptAll(page, lost);
    await decideAnyway(page);
    await openFromNotice(page, `${lost.fileName ?? ''} was not approved.`);
    await expect(nameOnDesk(page)).toContainText(stem(lost.fileName));
    const race = page.getByRole('region', { name: 'Another reviewer decided first' });
    await expect(race).toBeFocused();
    await expect(race).toContainText('approved it');
    const [first = ''] = placesToDecide(lost, 'review');
    const theirs = asWritten(lost, first, '8,642.10');
    await expect(race.getByRole('table', { name: 'Yours and theirs' })).toContainText(theirs);
    await expect(race.getByRole('radio')).toHaveCount(0);
    await page.reload();
    await expect(race).toContainText('approved it');
    await expect(race).toContainText(theirs);
    await race.getByRole('button', { name: 'Open the next one' }).click();
    await expect(page).not.toHaveURL(new RegExp(lost.documentId));
    expect((await whatHappened(page, lost)).filter((what) => what === 'approved')).toHaveLength(1);
  });

  await test.step('it still waits, with other values: the reviewer leaves it, and nothing is kept', async () => {
    await openOnDesk(page, url, changed);
    await correctAndAccept(page, changed, '7,531.00');
    await itIsAnother(page, changed, '1,470.25');
    await decideAnyway(page);
    await openFromNotice(page, `${changed.fileName ?? ''} was not approved.`);
    await expect(nameOnDesk(page)).toContainText(stem(changed.fileName));
    const race = page.getByRole('region', { name: 'Changed while you worked on it' });
    await race.getByRole('button', { name: 'Leave it' }).click();
    await expect(page).not.toHaveURL(new RegExp(changed.documentId));
    await itIsAsItWas(page);
  });

  await test.step('the same again: the other one’s values are taken, and the review continues', async () => {
    await openOnDesk(page, url, changed);
    const [first = ''] = placesToDecide(changed, 'review');
    const mine = asWritten(changed, first, '7,531.00');
    await expect(placeOn(page, first)).not.toContainText(mine);
    await correctAndAccept(page, changed, '7,531.00');
    await itIsAnother(page, changed, '1,470.25');
    await decideAnyway(page);
    await openFromNotice(page, `${changed.fileName ?? ''} was not approved.`);
    await expect(nameOnDesk(page)).toContainText(stem(changed.fileName));
    const race = page.getByRole('region', { name: 'Changed while you worked on it' });
    await expect(race.getByRole('radio', { name: `keep mine: ${mine}` })).toBeChecked();
    await race.getByRole('radio', { name: /take theirs: 1,470\.25$/ }).check();
    await race.getByRole('button', { name: 'Continue with these' }).click();
    await expect(placeOn(page, first)).toContainText('1,470.25');
    await itIsAsItWas(page);
    await isYours(page, changed.fileName);
    await decide(page);
    // Their fields have not been looked at yet, so the first press only says so.
    await expect(findDesk(page)).toContainText(/undecided\..* Press again/);
    await decide(page);
    await expect(page).not.toHaveURL(new RegExp(changed.documentId));
    await expect.poll(async () => (await whatHappened(page, changed)).at(-1)).toBe('approved');
  });

  await test.step('a document that another reviewer holds says so, and the next one opens', async () => {
    await putAway(page);
    await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () => claimBeside(page, held));
    await page.goto(`${url}${formatAddress(held)}`);
    await expect(findDesk(page)).toContainText(/Held by Noor Haddad until \d\d:\d\d UTC\./);
    const [first = ''] = placesToDecide(held, 'review');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
    await page.keyboard.press('x');
    await expect(placeOn(page, first)).not.toContainText(/unreadable/i);
    await findDesk(page).getByRole('button', { name: 'Open the next one' }).click();
    await expect(nameOnDesk(page)).not.toContainText(stem(held.fileName));
    await isYours(page);
  });
});

/** Says whether the first field to decide is an amount, so that it can be replaced by any other amount. */
function isOfAmounts(document: ReviewDocument): boolean {
  const [first] = placesToDecide(document, 'review');
  return isPlain(document) && document.fields.find(({ name }) => name === first)?.type === 'money';
}

async function correctAndAccept(page: Page, document: ReviewDocument, value: string): Promise<void> {
  const [, ...others] = placesToDecide(document, 'review');
  await typeInFocused(page, value);
  for (const place of others) {
    await expect(focusedPlace(page)).toHaveAttribute('data-place', place);
    await page.keyboard.press('Enter');
  }
}

/**
 * Changes the answer as if after another run: the document still waits, and its first field has another
 * value.
 */
async function itIsAnother(page: Page, key: ReviewDocument, value: string): Promise<void> {
  await page.route('**/call/review.read', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly value: ReviewDocument };
    if (answer.value.documentId !== key.documentId) return route.fulfill({ response });
    return route.fulfill({ json: { ...answer, value: withFirst(answer.value, value) } });
  });
  await page.route('**/call/review.decide', async (route) => {
    const document = await command(page, 'review.read', toKey(key));
    await route.fulfill({ json: { ok: true, value: { outcome: { kind: 'changed', document } } } });
  });
}

async function itIsAsItWas(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
}

function withFirst(document: ReviewDocument, value: string): ReviewDocument {
  const [first] = placesToDecide(document, 'review');
  const fields = document.fields.map((field) => (field.name === first ? { ...field, value } : field));
  return { ...document, run: (document.run ?? 1) + 1, fields };
}
