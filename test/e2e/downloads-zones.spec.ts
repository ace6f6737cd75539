import type { DownloadDay } from '#shared/contract/downloads.ts';
import { cell, openDownloads, strip, readToday } from './downloads-world.ts';
import { expect, test } from './fixtures.ts';
import { actAs } from './review-world.ts';

/** The page's clock is set to these moments, and the host's answers carry the same time. */
const moments = [
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29', /Sun 29 Mar, 01:00 .* to Mon 30 Mar, 02:00/, null],
  ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25', /Sun 25 Oct, 02:00 .* to Mon 26 Oct, 01:00/, null],
  ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-25', /to Mon 26 Oct, 01:00/, '2026-10-26'],
  ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-20', /Fri 20 Nov, 14:00/, '2026-11-21'],
  ['America/St_Johns', '2026-11-20T02:00:00Z', '2026-11-20', /Thu 19 Nov, 20:30/, '2026-11-19'],
] as const;

for (const [timezoneId, at, today, bounds, calendar] of moments) {
  test.describe(`in ${timezoneId} at ${at}`, () => {
    test.use({ timezoneId });

    test('the strip has the pipeline’s days', async ({ console: { page, url } }) => {
      await actAs(page, 'support');
      await page.clock.setFixedTime(at);
      await page.route('**/call/downloads.day', (route) => {
        const { input } = route.request().postDataJSON() as { readonly input: { readonly date: string } };
        const value: DownloadDay = {
          date: input.date,
          batches: [],
          isAll: true,
          asOf: new Date(at).toISOString(),
        };
        return route.fulfill({ json: { ok: true, value } });
      });
      await openDownloads(page, url);
      expect(await readToday(page)).toBe(today);
      await expect(cell(page, today)).toHaveAccessibleName(/, today: no batch/);
      await expect(page.getByRole('region', { name: 'The chosen day' })).toContainText(bounds);
      const days = await strip(page)
        .locator('[data-day]')
        .evaluateAll((cells) => cells.map((one) => one.getAttribute('data-day') ?? ''));
      expect(new Set(days).size).toBe(days.length);
      await expect(page.getByText('Days are UTC')).toContainText(
        calendar === null ? /UTC$/ : `your calendar says ${calendar}`,
      );
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(new RegExp(`date=${days.at(-2) ?? ''}`));
    });
  });
}

test('today is the pipeline’s today, even if this computer’s clock is a day behind', async ({
  console: { page, url },
}) => {
  await actAs(page, 'support');
  await page.clock.setFixedTime('2026-11-19T23:00:00Z');
  await page.route('**/call/downloads.day', (route) => {
    const { input } = route.request().postDataJSON() as { readonly input: { readonly date: string } };
    const value: DownloadDay = {
      date: input.date,
      batches: [],
      isAll: true,
      asOf: '2026-11-20T23:00:00.000Z',
    };
    return route.fulfill({ json: { ok: true, value } });
  });
  await openDownloads(page, url);
  await expect.poll(() => readToday(page)).toBe('2026-11-20');
});
