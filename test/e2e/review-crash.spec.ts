import { startConsole } from '#scripts/start-console.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { shellIsThere, test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  actAs,
  formatAddress,
  decide,
  documentLike,
  expect,
  isYours,
  openOnDesk,
  placeOn,
  typing,
  whatHappened,
} from './review-world.ts';

test('typed values are restored after the console was killed and started again', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const first = await startConsole();
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await actAs(page, 'reviewer');
  const document = await documentLike(
    page,
    (one) => isPlain(one) && placesToDecide(one, 'review').length === 1,
  );
  const [place = ''] = placesToDecide(document, 'review');
  await openOnDesk(page, first.origin, document);
  const saved = page.waitForResponse(/\/call\/review\.saveDraft$/);
  await page.keyboard.press('e');
  await expect(typing(page)).toBeFocused();
  await page.keyboard.insertText('HALF TYPED');
  await saved;

  await first.kill();
  const second = await startConsole({ home: first.home });
  await context.clearCookies();
  await page.goto(second.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);

  await page.goto(`${second.origin}${formatAddress(document)}`);
  // The person has to identify again, and until then nothing of the document is shown.
  const workAs = page.getByRole('button', { name: 'Work as Teo Lindqvist, reviewer' });
  await expect(workAs).toBeVisible();
  expect(await page.content()).not.toContain('HALF TYPED');
  await workAs.click();
  await isYours(page, document.fileName);
  await expect(placeOn(page, place)).toContainText('HALF TYPED');
  await decide(page);
  await expect(page).not.toHaveURL(new RegExp(document.documentId));
  await expect.poll(async () => (await whatHappened(page, document)).at(-1)).toBe('approved');
  await second.stop();
});
