import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import {
  acceptAll,
  actAs,
  addressOf,
  asAnother,
  command,
  decide,
  decideBeside,
  deskOf,
  documentsLike,
  expect,
  focusedPlace,
  inTriage,
  isYours,
  keyOf,
  openOnDesk,
  placeOn,
  putAway,
  typeInFocused,
  whatHappened,
} from './review-world.ts';

test('two people decide unseen by each other, and a third where they differ', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await actAs(page, 'reviewer');
  const [agreed, differing] = await documentsLike(page, isFresh, { tenantId: 'alder-finch', most: 2 });
  if (agreed === undefined || differing === undefined) return;
  const heard: string[] = [];
  page.on('response', (response) => {
    if (/\/call\/(review|documents)\./.test(response.url())) {
      void response.text().then(
        (text) => heard.push(text),
        () => undefined,
      );
    }
  });

  await test.step('the second sees nothing of the first, says the same, and it is decided', async () => {
    const [place = '', ...others] = placesToDecide(agreed, 'review');
    await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () =>
      decideBeside(page, agreed, {
        corrections: [{ field: place, value: '9,876.54' }],
        reason: 'Seen by Noor',
      }),
    );
    heard.length = 0;
    await openOnDesk(page, url, agreed);
    await expect(deskOf(page)).toContainText('Four eyes, second');
    await expect(deskOf(page)).toContainText('Somebody has decided it already. You do not see what');
    const seen = `${await page.content()} ${heard.join(' ')}`;
    for (const secret of ['9,876.54', 'Seen by Noor', 'reviewer-2']) expect(seen).not.toContain(secret);

    await expect(focusedPlace(page)).toHaveAttribute('data-place', place);
    // As they write it: an amount is the same with and without its comma.
    await typeInFocused(page, '9876.54');
    for (const other of others) {
      await expect(focusedPlace(page)).toHaveAttribute('data-place', other);
      await page.keyboard.press('Enter');
    }
    await decide(page);
    await expect(page).not.toHaveURL(new RegExp(agreed.documentId));
    await expect.poll(async () => (await inTriage(page, agreed)).status).toBe('SUCCEEDED');
    expect(await inTriage(page, agreed)).toMatchObject({ decision: 'approve', reviewedBy: 'reviewer' });
  });

  await test.step('they differ: neither of them may decide it again, and is told so', async () => {
    const [place = ''] = placesToDecide(differing, 'review');
    // The next one lies there by now, and may be this very one.
    await isYours(page);
    await putAway(page);
    await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () =>
      decideBeside(page, differing, { corrections: [{ field: place, value: '8,765.43' }] }),
    );
    await openOnDesk(page, url, differing);
    await acceptAll(page, differing);
    await decide(page);
    await expect(page).not.toHaveURL(new RegExp(differing.documentId));
    await expect.poll(async () => (await whatHappened(page, differing)).at(-1)).toBe('opinions differ');
    await page.goto(`${url}${addressOf(differing)}`);
    const { whyNot } = await command(page, 'review.read', keyOf(differing));
    expect(whyNot).toMatch(/[a-z].*\.$/);
    await expect(deskOf(page)).toContainText(whyNot ?? '');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
    await decide(page);
    await expect(deskOf(page)).toContainText(whyNot ?? '');
  });

  await test.step('a third person sees both and decides', async () => {
    const [place = ''] = placesToDecide(differing, 'review');
    await actAs(page, 'admin');
    await openOnDesk(page, url, differing);
    await expect(deskOf(page)).toContainText('Four eyes, the two differ');
    const opinions = page.getByRole('table', { name: 'Where the two differ' });
    await expect(opinions).toContainText('8,765.43');
    await expect(opinions.getByRole('columnheader')).toHaveText(['Field', 'Noor Haddad', 'Teo Lindqvist']);
    await expect(focusedPlace(page)).toHaveAttribute('data-place', place);
    await page.keyboard.press('1');
    await expect(placeOn(page, place)).toContainText('8,765.43');
    const third = await command(page, 'review.read', keyOf(differing));
    for (const other of placesToDecide(third, 'review').slice(1)) {
      await expect(focusedPlace(page)).toHaveAttribute('data-place', other);
      await page.keyboard.press('Enter');
    }
    await decide(page);
    await expect(page).not.toHaveURL(new RegExp(differing.documentId));
    await expect.poll(async () => (await inTriage(page, differing)).status).toBe('SUCCEEDED');
    expect(await inTriage(page, differing)).toMatchObject({ reviewedBy: 'admin' });
    expect((await whatHappened(page, differing)).filter((what) => what !== 'claimed').slice(-3)).toEqual([
      'first opinion',
      'opinions differ',
      'approved',
    ]);
    await isYours(page);
  });
});

/** Nobody has decided it yet, and the first to look at is an amount. */
function isFresh(document: ReviewDocument): boolean {
  const [first] = placesToDecide(document, 'review');
  const field = document.fields.find(({ name }) => name === first);
  return document.fourEyes && document.step === 'first' && field?.type === 'money';
}
