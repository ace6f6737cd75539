import { expect, looking as test, withMotion } from './fixtures.ts';

test.use(withMotion);

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  // The navigation is folded from this width on.
  { width: 900, height: 700 },
  { width: 400, height: 700 },
];
const receiptHeight = 28;

test('a toast covers neither the navigation nor the receipt', async ({ console: { page, url } }) => {
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    // The page is loaded again so that the toast belongs to this size.
    await page.goto(`${url}/settings?tab=connections`);
    await page.getByRole('listbox', { name: 'Connections' }).focus();
    await page.keyboard.press('c');
    const toast = page.getByRole('dialog').filter({ hasText: /copied/i });
    await expect(toast).toBeInViewport({ ratio: 1 });
    const [of, navigation] = await Promise.all([
      toast.boundingBox(),
      page.getByRole('navigation').first().boundingBox(),
    ]);
    if (of === null || navigation === null) throw new Error('One of them is not drawn.');
    expect(of.x, String(width)).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(of.y + of.height, String(width)).toBeLessThanOrEqual(height - receiptHeight);
  }
});
