import { expect, looking as test, shellIsThere } from './fixtures.ts';
import { messages } from '#renderer/features/help/messages.ts';

test.use({ at: '/help' });

test('the guide begins with its first page, and lists the others', async ({ console: { page } }) => {
  await expect(page.getByRole('heading', { name: 'The guide' })).toBeVisible();
  const contents = page.getByRole('navigation', { name: messages.page.contents });
  await contents.getByRole('link', { name: 'Troubleshooting' }).click();
  await expect(page).toHaveURL(/\/help\/troubleshooting$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Troubleshooting' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/help\/pipeline-api$/);
});

test('a link of the guide stays inside, and leads to the section that it names', async ({
  console: { page, url },
}) => {
  await page.goto(`${url}/help/connect`);
  await page.getByRole('link', { name: 'how to sign in to it' }).click();
  await expect(page).toHaveURL(/\/help\/pipeline-api#where-and-who$/);
  await expect(page.getByRole('heading', { name: 'Where and who' })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/help\/connect$/);
});

test('F1 opens the part of the guide for the page that is shown', async ({ console: { page, url } }) => {
  await page.goto(`${url}/workflows`);
  await shellIsThere(page);
  await page.keyboard.press('F1');
  await expect(page).toHaveURL(/\/help\/admin#thresholds$/);
  await expect(page.getByRole('heading', { name: 'Thresholds', exact: true })).toBeInViewport();
});

test('the sheet of shortcuts leads to the guide', async ({ console: { page, url } }) => {
  await page.goto(`${url}/settings`);
  await shellIsThere(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Guide to this page' }).click();
  await expect(page).toHaveURL(/\/help\/connect$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a search finds sections, keeps its words in the address, and opens what it found', async ({
  console: { page },
}) => {
  await page.keyboard.press('/');
  await page.keyboard.type('expired sso');
  await expect(page).toHaveURL(/\?q=expired\+sso/);
  await page.getByRole('link', { name: /^Signing in to AWS/ }).click();
  await expect(page).toHaveURL(/\/help\/troubleshooting\?q=expired\+sso#signing-in-to-aws$/);
  await expect(page.getByRole('heading', { name: 'Signing in to AWS' })).toBeInViewport();
});

test('a search without a result offers to clear it', async ({ console: { page } }) => {
  const field = page.getByRole('searchbox', { name: messages.page.search });
  await field.fill('qwertz');
  await expect(page.getByText(messages.page.noResults('qwertz'))).toBeVisible();
  await page.getByRole('button', { name: messages.page.clear }).click();
  await expect(field).toHaveValue('');
});

test('pictures are those of the theme', async ({ console: { page } }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const picture = page.getByRole('img', { name: /^Today: failed batches/ });
    await expect(picture).toHaveCount(1);
    await expect(picture).toHaveAttribute('src', new RegExp(`today-${colorScheme}-`));
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
  }
});

test('printing leaves out everything but the page of the guide', async ({ console: { page, url } }) => {
  await page.goto(`${url}/help/keys`);
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('article')).toBeVisible();
  const { height, shown } = await page.evaluate(() => ({
    height: document.querySelector('article')?.getBoundingClientRect().height ?? 0,
    shown: document.documentElement.scrollHeight,
  }));
  expect(shown).toBeGreaterThanOrEqual(Math.floor(height));
});

test('an unknown page of the guide says so and leads to the start', async ({ console: { page, url } }) => {
  await page.goto(`${url}/help/no-such`);
  await expect(page.getByText(messages.page.noPage('no-such'))).toBeVisible();
  await page.getByRole('link', { name: messages.page.toStart }).click();
  await expect(page).toHaveURL(/\/help\/start$/);
});
