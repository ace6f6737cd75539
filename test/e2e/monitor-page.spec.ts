import type { Page } from '@playwright/test';
import { messages } from '#renderer/features/monitor/messages.ts';
import type { Monitor } from '#shared/contract/monitor.ts';
import { openDesk } from './costs-world.ts';
import type { Desk } from './costs-world.ts';
import { expect, shellIsThere, test } from './fixtures.ts';
import { look } from './monitor-world.ts';
import { command } from './review-world.ts';
import { axeViolations } from './shell-axe.ts';

const soon = { timeout: 60_000 };

let desk: Desk;

test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.beforeAll(async ({ browser, consoles }) => {
  test.setTimeout(120_000);
  desk = await openDesk(browser, consoles, 'support');
  await look(desk.page);
});
test.afterAll(async () => {
  // The test without a network causes these errors, because nothing could be loaded.
  expect(desk.complaints.filter((said) => !said.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await desk.close();
});

test('shows alarms with their runbook, charts, and one alarm with its history, by mouse and by keys', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/monitor`);
  const figures = page.getByRole('region', { name: 'At a glance' });
  await expect(figures).toContainText(/\d of \d/, soon);
  const alarms = (await look(page)).alarms ?? [];
  const list = page.getByRole('region', { name: 'Alarms' });
  await expect(list.locator('[data-alarm]')).toHaveCount(alarms.length, soon);
  const waiting = page.getByRole('figure', { name: 'Waiting messages' });
  await expect(waiting).toBeVisible(soon);

  await test.step('a gap is not a zero, and the table says so', async () => {
    await page.getByRole('button', { name: 'Figures of Dead letters' }).click();
    const table = page.getByRole('region', { name: 'Figures of Dead letters' });
    await expect(table.getByRole('row')).toHaveCount(181);
    await expect(table.getByRole('cell', { name: 'no data' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('all charts share one point in time', async () => {
    const ruler = page.getByRole('slider', { name: /Period shown/ });
    await ruler.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(ruler).toHaveAttribute('aria-valuetext', /^From .* UTC$/);
    await page.keyboard.press('Escape');
    await expect(ruler).toHaveAttribute('aria-valuetext', /^None/);
    await ruler.blur();
  });

  await test.step('J and Enter open the first alarm, O its page, Back and Escape return', async () => {
    await page.keyboard.press('j');
    const first = list.locator('[data-alarm]').first();
    await expect(first).toBeFocused();
    const name = (await first.getAttribute('data-alarm')) ?? '';
    await page.keyboard.press('Enter');
    const pane = page.getByRole('region', { name: `Alarm ${name}` });
    await expect(pane.getByRole('img', { name: /^The last 14 days/ })).toBeVisible(soon);
    await expect(
      pane.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`alarm=${name}`));
    await page.keyboard.press('o');
    await expect(page).not.toHaveURL(new RegExp(`alarm=${name}`));
    await page.goBack();
    await expect(pane).toBeVisible(soon);
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    // An open alarm covers the list, and going to the list uncovers it.
    await page.keyboard.press('Enter');
    await expect(pane).toBeVisible(soon);
    await figures.getByRole('button', { name: /^Alarms/ }).click();
    await expect(first).toBeFocused();
  });

  await test.step('a figure opens its charts, also the second time', async () => {
    const head = page.getByRole('button', { name: /^Throughput/ });
    const figure = figures.getByRole('button', { name: /^Documents ended/ });
    await figure.click();
    await expect(head).toBeFocused();
    await figure.click();
    await expect(head).toBeFocused();
  });

  await test.step('a queue’s alarm opens the queue', async () => {
    const alarm = alarms.find(({ place }) => place.desk === 'dead-letters');
    const row = list
      .getByRole('listitem')
      .filter({ has: page.locator(`[data-alarm="${alarm?.name ?? ''}"]`) });
    await row.getByRole('button', { name: /^Queue/ }).click();
    await expect(page).toHaveURL(/\/dead-letters\?queue=/);
  });
});

test('an unfolded group is read, and a folded one is not', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/monitor?open=none`);
  const head = page.getByRole('button', { name: /^Functions/ });
  await expect(head).toHaveAttribute('aria-expanded', 'false');
  const before = (await look(page)).poller.budget.metrics;
  await head.click();
  await expect(page.getByRole('figure', { name: 'Throttled invocations' })).toBeVisible(soon);
  await expect.poll(async () => (await watched(page)).poller.budget.metrics).toBeGreaterThan(before);
  await expect(page).toHaveURL(/open=functions/);
  await head.click();
  await expect.poll(async () => (await watched(page)).poller.budget.metrics).toBe(before);
});

test('the cost of looking is shown, and can be changed there', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/monitor`);
  const budget = page.getByRole('button', {
    name: /^Checks every minute.*about \$[\d.,]+ to \$[\d.,]+ a month/,
  });
  await budget.click(soon);
  await page.getByRole('combobox', { name: messages.head.interval }).click();
  await page.getByRole('option', { name: /^every 5 minutes/ }).click();
  await expect(page.getByRole('button', { name: /^Checks every 5 minutes/ })).toBeVisible(soon);
});

test('no look is due while the page is hidden, and one is due when it is visible again', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/monitor`);
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(/\d of \d/, soon);
  await hide(page, true);
  await expect.poll(async () => (await watchedBy(page)).state, soon).toBe('hidden');
  // No look is scheduled, so none comes however much time passes.
  const { looks, calls, nextAt } = await watchedBy(page);
  expect(nextAt).toBeNull();
  await hide(page, false);
  await expect.poll(async () => (await watchedBy(page)).state, soon).toBe('waiting');
  expect(await watchedBy(page)).toMatchObject({ looks, calls, nextAt: expect.any(String) });
});

test('offline, what was read stays; back online, reading continues', async () => {
  const { page, url } = desk;
  await page.goto(`${url}/monitor`);
  const figures = page.getByRole('region', { name: 'At a glance' });
  await expect(figures).toContainText(/\d of \d/, soon);
  await expect.poll(async () => (await watchedBy(page)).state, soon).toBe('waiting');
  await page.context().setOffline(true);
  await hide(page, true);
  await hide(page, false);
  await expect(page.locator('main').getByRole('alert')).toContainText('not answering', soon);
  await expect(figures).toContainText(/\d of \d/);
  await page.context().setOffline(false);
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0, soon);
  const { looks } = await watchedBy(page);
  await page.keyboard.press('u');
  await expect.poll(async () => (await watchedBy(page)).looks, soon).toBe(looks + 1);
});

test('a person with access to some tenants sees why there is nothing', async () => {
  const { page, url } = desk;
  // This page reads nothing that would be refused to another person.
  await page.goto(`${url}/settings`);
  await shellIsThere(page);
  await command(page, 'session.actAs', { personaId: 'support-northwind' });
  await page.goto(`${url}/monitor`);
  await expect(page.getByText('CloudWatch figures cover all tenants')).toBeVisible(soon);
  await page.getByRole('button', { name: /^Work as Mira Okafor/ }).click();
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible(soon);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`has no axe violation in the ${colorScheme} theme, with an alarm open and every group unfolded`, async () => {
    const { page, url } = desk;
    await page.emulateMedia({ colorScheme });
    await page.goto(`${url}/monitor?open=queues,executions,functions,tables,throughput`);
    await expect(page.getByRole('figure', { name: 'Mean busy workers' })).toBeVisible(soon);
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('[data-alarm]').first().click();
    await expect(page.getByRole('img', { name: /^The last 14 days/ })).toBeVisible(soon);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Checks every/ }).click();
    expect(await axeViolations(page)).toEqual([]);
  });
}

/** Reads the poller's state through a hidden watch, which does not cause a look. */
async function watched(page: Page): Promise<Monitor> {
  return page.evaluate(
    () =>
      new Promise<Monitor>((resolve) => {
        const events = new EventSource('/events');
        events.addEventListener('hello', ({ data }) => {
          const { stream } = JSON.parse(String(data)) as { readonly stream: string };
          const input = { shown: false };
          void fetch('/watch', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ stream, id: 'test', operation: 'monitor.watch', input }),
          });
        });
        events.addEventListener('message', ({ data }) => {
          const { result } = JSON.parse(String(data)) as { readonly result: { readonly value: Monitor } };
          events.close();
          resolve(result.value);
        });
      }),
  );
}

async function watchedBy(page: Page): Promise<Monitor['poller']> {
  return (await watched(page)).poller;
}

/** Makes the page report that it is hidden, because Playwright's pages are always visible. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
