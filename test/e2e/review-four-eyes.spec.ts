import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import {
  acceptAll,
  actAs,
  formatAddress,
  asAnother,
  command,
  decide,
  decideAnyway,
  decideBeside,
  findDesk,
  documentsLike,
  expect,
  focusedPlace,
  inTriage,
  isYours,
  toKey,
  openOnDesk,
  placeOn,
  putAway,
  typeInFocused,
  whatHappened,
} from './review-world.ts';

test('two people decide without seeing each other’s opinion, and a third if they differ', async ({
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

  await test.step('the second sees nothing of the first, agrees, and the document is decided', async () => {
    const place = readAmount(agreed);
    await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () =>
      decideBeside(page, agreed, {
        corrections: [{ field: place, value: '9,876.54' }],
        reason: 'Seen by Noor',
      }),
    );
    heard.length = 0;
    await openOnDesk(page, url, agreed);
    await expect(findDesk(page)).toContainText('Four eyes, 2nd review');
    await expect(findDesk(page)).toContainText('A first reviewer has decided. Their decision is hidden');
    const seen = `${await page.content()} ${heard.join(' ')}`;
    for (const secret of ['9,876.54', 'Seen by Noor', 'reviewer-2']) expect(seen).not.toContain(secret);

    await acceptAll(page, agreed);
    await placeOn(page, place).click();
    // An amount typed with or without its comma counts as the same.
    await typeInFocused(page, '9876.54');
    await decideAnyway(page);
    await expect(page).not.toHaveURL(new RegExp(agreed.documentId));
    await expect.poll(async () => (await inTriage(page, agreed)).status).toBe('SUCCEEDED');
    expect(await inTriage(page, agreed)).toMatchObject({ decision: 'approve', reviewedBy: 'reviewer' });
  });

  await test.step('they differ: neither of them may decide it again, and both see that', async () => {
    const place = readAmount(differing);
    // By now the next document is open, and it may be this very one.
    await isYours(page);
    await putAway(page);
    await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () =>
      decideBeside(page, differing, { corrections: [{ field: place, value: '8,765.43' }] }),
    );
    await openOnDesk(page, url, differing);
    await acceptAll(page, differing);
    await decideAnyway(page);
    await expect(page).not.toHaveURL(new RegExp(differing.documentId));
    await expect.poll(async () => (await whatHappened(page, differing)).at(-1)).toBe('opinions differ');
    await page.goto(`${url}${formatAddress(differing)}`);
    const { whyNot } = await command(page, 'review.read', toKey(differing));
    expect(whyNot).toMatch(/[a-z].*\.$/);
    await expect(findDesk(page)).toContainText(whyNot ?? '');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
    await decide(page);
    await expect(findDesk(page)).toContainText(whyNot ?? '');
  });

  await test.step('a third person sees both and decides', async () => {
    const place = readAmount(differing);
    await actAs(page, 'admin');
    await openOnDesk(page, url, differing);
    await expect(findDesk(page)).toContainText('Four eyes, 3rd review');
    const opinions = page.getByRole('table', { name: 'Where the reviews differ' });
    await expect(opinions).toContainText('8,765.43');
    await expect(opinions.getByRole('columnheader')).toHaveText(['Field', 'Noor Haddad', 'Teo Lindqvist']);
    const third = await command(page, 'review.read', toKey(differing));
    for (const one of placesToDecide(third, 'review')) {
      await expect(focusedPlace(page)).toHaveAttribute('data-place', one);
      await page.keyboard.press(one === place ? '1' : 'Enter');
    }
    await expect(placeOn(page, place)).toContainText('8,765.43');
    await decideAnyway(page);
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

test('a third person takes the lines of one of two reviewers as a whole', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await actAs(page, 'reviewer');
  const [document] = await documentsLike(page, hasLines, { most: 1 });
  if (document === undefined) return;
  const theirs = document.lines.map((line, from) => ({ ...pickCells(line), from }));
  const fuel = { description: 'Fuel surcharge', quantity: '1', unit: '5.00', amount: '5.00', from: null };
  await decideBeside(page, document, { corrections: [{ field: 'lineItems', lines: theirs.slice(1) }] });
  await asAnother(page, { other: 'reviewer-2', back: 'reviewer' }, () =>
    decideBeside(page, document, { corrections: [{ field: 'lineItems', lines: [...theirs, fuel] }] }),
  );

  await actAs(page, 'admin');
  await openOnDesk(page, url, document);
  const table = page.getByRole('region', { name: 'Line items' });
  const choice = placeOn(page, 'lineItems').getByRole('button');
  await expect(choice).toHaveCount(2);
  await expect(choice.nth(0)).toContainText('1 removed');
  await expect(choice.nth(1)).toContainText('1 added');
  for (const place of placesToDecide(document, 'review').filter((one) => !one.startsWith('lineItems'))) {
    await placeOn(page, place).click();
    await page.keyboard.press('Enter');
  }
  await placeOn(page, 'lineItems').focus();
  await page.keyboard.press('2');
  await expect(choice.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(table).toContainText('Fuel surcharge');
  await decideAnyway(page);
  const reason = page.getByRole('dialog', { name: /against the rules$/ });
  if (await reason.isVisible()) {
    await page.keyboard.press('1');
    await decide(page);
  }
  await expect(page).not.toHaveURL(new RegExp(document.documentId));
  await expect.poll(async () => (await inTriage(page, document)).status).toBe('SUCCEEDED');
  const stored = await command(page, 'review.read', toKey(document));
  expect(stored.lines.map(({ description }) => description)).toEqual([
    ...document.lines.map(({ description }) => description),
    'Fuel surcharge',
  ]);
});

/** Says whether nothing has been decided on a document whose two or more lines are right. */
function hasLines(document: ReviewDocument): boolean {
  const { lines } = document;
  const places = placesToDecide(document, 'review');
  return isFresh(document) && lines.length > 1 && places.every((place) => !place.startsWith('lineItems'));
}

function pickCells({ description, quantity, unit, amount }: ReviewDocument['lines'][number]) {
  return { description, quantity, unit, amount };
}

/** Says whether no decision has been made on the document yet. */
function isFresh(document: ReviewDocument): boolean {
  return document.fourEyes && document.step === 'first' && readAmount(document) !== '';
}

function readAmount({ fields }: ReviewDocument): string {
  return fields.find(({ type }) => type === 'money')?.name ?? '';
}
