import type { Desk } from '#shared/contract/review-document.ts';
import type { SamplePage } from '#shared/contract/review.ts';
import { test } from './fixtures.ts';
import {
  actAs,
  decide,
  findDesk,
  expect,
  focusedPlace,
  inTriage,
  nameOnDesk,
  openKey,
  typeInFocused,
  whatHappened,
} from './review-world.ts';
import { answer } from './triage-world.ts';

test('a sample of automatically accepted documents is checked: one is right, one has a finding', async ({
  console: { page, url },
}) => {
  test.setTimeout(90_000);
  await actAs(page, 'reviewer');
  const sample = { tenantId: 'northwind', percent: 10 } as const;
  const before = await answer<SamplePage>(page, 'review.sample', sample);
  await page.goto(`${url}/review?view=sample&tenant=northwind&percent=10`);
  await page.getByRole('button', { name: 'Draw a sample' }).click();
  const list = page.getByRole('grid', { name: 'Documents to check' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Quality check' })).toBeVisible();

  await expect(focusedPlace(page)).toHaveCount(1);
  const right = openKey(page);
  const rightName = await nameOnDesk(page).innerText();
  await expect(page.getByRole('button', { name: /^Nothing wrong/ })).toBeVisible();
  await decide(page);
  await expect(findDesk(page)).toContainText(/fields not checked\. Press again to count the rest as right\./);
  await decide(page);
  await expect(nameOnDesk(page)).not.toHaveText(rightName);
  // The address changes after the picture.
  await expect(page).not.toHaveURL(new RegExp(right.documentId));

  await expect(focusedPlace(page)).toHaveCount(1);
  const found = openKey(page);
  const foundName = await nameOnDesk(page).innerText();
  await typeInFocused(page, 'Something else');
  await expect(page.getByRole('button', { name: /^Note 1 finding/ })).toBeVisible();
  await decide(page);
  await expect(findDesk(page)).toContainText(/not checked/);
  await decide(page);
  await expect(nameOnDesk(page)).not.toHaveText(foundName);
  await expect(page.getByText(/2 checked today/)).toBeVisible();

  for (const key of [right, found]) {
    expect((await whatHappened(page, key)).at(-1)).toBe('checked');
    // A check changes nothing in the document and records no reviewer.
    expect(await inTriage(page, key)).toMatchObject({ status: 'SUCCEEDED', reviewedBy: null });
  }
  // The sample's count of checked documents is not compared, because newer batches may have joined the sample
  // during the test.
  const after = await answer<SamplePage>(page, 'review.sample', sample);
  for (const { documentId } of [right, found]) {
    expect(listIds(before)).toContain(documentId);
    expect(listIds(after)).not.toContain(documentId);
  }
  const { today } = await answer<Desk>(page, 'review.desk', {});
  expect(today).toMatchObject({ checked: 2, approved: 0 });

  await page.keyboard.press('Escape');
  await expect(list).toBeVisible();
  await expect(list).not.toContainText(rightName);
});

function listIds({ rows }: SamplePage): readonly string[] {
  return rows.map(({ documentId }) => documentId);
}
