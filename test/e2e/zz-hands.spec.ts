import { test } from './fixtures.ts';
import { actAs, documentLike, expect, openOnDesk } from './review-world.ts';

test('look', async ({ console: { page, url } }) => {
  test.setTimeout(250_000);
  page.on('pageerror', (e) => console.log('ERR', e.message));
  await actAs(page, 'reviewer');
  const document = await documentLike(page, (d) => d.lines.length > 2 && d.fields.some((f) => f.type === 'iban' && f.value));
  await openOnDesk(page, url, document);
  const viewer = page.getByRole('region', { name: 'Page viewer' });
  await expect(viewer.locator('canvas')).toBeVisible({ timeout: 90_000 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('t');
  await expect(viewer.getByRole('status').last()).toContainText('Enter takes it', { timeout: 30_000 });
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/hands-2.png' });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1000);
  await page.screenshot({ path: '/tmp/hands-3.png' });
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+f');
  await page.waitForTimeout(300);
  await page.keyboard.type('ha');
  await page.waitForTimeout(1600);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1600);
  await page.screenshot({ path: '/tmp/hands-4.png' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('0');
  for (const [w, h] of [[1280, 720], [720, 450]] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/hands-${w}.png` });
  }
  await page.getByRole('region', { name: 'Fields', exact: true }).scrollIntoViewIfNeeded();
  await page.keyboard.press('j');
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/hands-720b.png` });
  await page.goto(`${url}/review`);
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `/tmp/hands-720c.png` });
});
