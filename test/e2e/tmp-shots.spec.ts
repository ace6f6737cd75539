import { looking as test } from './fixtures.ts';
import { answerFleet, whole } from './fleet-world.ts';
import { workAs } from './workflows-world.ts';
import { worldIsOpen } from './triage-world.ts';
import { changed, openToday, todayIsRead } from './today-world.ts';
test.use({ isRefused: true });
test('shots', async ({ console: { page, url } }) => {
  test.setTimeout(240_000);
  await worldIsOpen(page);
  await workAs(page, 'support');
  await answerFleet(page, { times: 1 });
  const part = { ...whole, wholeSince: null };
  const { state, ...followed } = whole as never as Record<string, unknown>;
  void state;
  for (const op of ['today.batches', 'today.review', 'review.queue', 'today.groups'])
    await changed(page, op, (value: object) => ({ ...value, answeredFrom: { from: 'attention', ...followed, wholeSince: op === 'today.groups' ? null : (globalThis as any).whole ?? null }, ...(op === 'today.groups' ? { groups: (value as any).groups.map((g: any) => ({ ...g, tenantId: null, projectId: null, batchId: null, batches: null, tenants: 3 })) } : {}) }));
  void part;
  for (const [w, h] of [[1440, 900], [1280, 720]] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await workAs(page, 'support');
      await openToday(page, url);
      await todayIsRead(page);
      await page.screenshot({ path: `/tmp/shots/today-${theme}-${w}.png` });
      await page.goto(`${url}/triage?list=running`);
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `/tmp/shots/running-${theme}-${w}.png` });
      await page.goto(`${url}/triage?list=deliveries`);
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `/tmp/shots/deliveries-${theme}-${w}.png` });
      await workAs(page, 'reviewer');
      await page.goto(`${url}/review`);
      await page.waitForTimeout(3000);
      await page.screenshot({ path: `/tmp/shots/review-${theme}-${w}.png` });
    }
  }
  await page.unroute('**/call/fleet.batches');
  await page.unroute('**/call/fleet.counts');
  await page.unroute('**/call/today.batches');
  await changed(page, 'today.batches', (value: object) => ({ ...value, answeredFrom: { from: 'tenants', asked: 4, areAll: true, whyNotAttention: 'The pipeline of this deployment keeps no attention.' } }));
  await workAs(page, 'support');
  await page.goto(`${url}/triage`);
  await page.waitForTimeout(2000);
  await page.screenshot({ path: `/tmp/shots/notkept.png` });
  await openToday(page, url);
  await todayIsRead(page);
  await page.screenshot({ path: `/tmp/shots/today-notkept.png` });
});
