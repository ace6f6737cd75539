import { messages } from '#renderer/features/costs/messages.ts';
import { openCosts } from './costs-world.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { actAs } from './review-world.ts';

// The browser logs the answer to a file that is no price book as an error.
test.use({ isRefused: true });

test('of two price books chosen in a row the last one counts, and a corrected file can be chosen again', async ({
  console: { page, url },
}) => {
  await actAs(page, 'admin');
  await openCosts(page, url, '');
  await page.getByRole('button', { name: messages.books.load }).click();
  const file = page.getByLabel(messages.books.choose);
  const told = page.getByRole('dialog').getByRole('alert');
  const first = hold();
  await page.route('**/call/costs.compareBook', async (route) => {
    if (route.request().postData()?.includes('"text":"{}"') === true) await first.isOver;
    await route.continue();
  });
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('"text":"{}"') ?? false,
  );
  await file.setInputFiles({ name: 'book.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await file.setInputFiles({ name: 'book.json', mimeType: 'application/json', buffer: Buffer.from('no') });
  await expect(told).toBeVisible();
  const said = await told.innerText();
  first.end();
  await (await answered).finished();
  await expect(told).toHaveText(said);
  // A browser tells of the same path again only if the field was emptied.
  const chosen = page.waitForEvent('filechooser');
  await file.click();
  await chosen;
  await expect(file).toHaveValue('');
});
