import { messages as today } from '#renderer/features/today/messages.ts';
import { messages as monitor } from '#renderer/features/monitor/messages.ts';
import { messages } from '#renderer/features/workflows/objective/objective-messages.ts';
import { look } from './monitor-world.ts';
import { test } from './moved-console.ts';
import { actAs } from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { carrierInvoices, expect, reason, writeAddress } from './workflows-world.ts';

test.use({ at: '/settings' });

test('an objective is saved by the keyboard, and Monitor, Today and one notification tell that it is missed', async ({
  console: { page, url },
  world,
}) => {
  test.setTimeout(240_000);
  await actAs(page, 'admin');
  const form = page.getByRole('region', { name: messages.objective, exact: true });

  await test.step('the form', async () => {
    await page.goto(`${url}${writeAddress(carrierInvoices, '&part=objective')}`);
    const percent = form.getByRole('textbox', { name: messages.percent });
    await percent.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('101');
    await expect(form.getByText(messages.percentWrong)).toBeVisible();
    await expectClean(page, 'a wrong objective');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('99.5');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: messages.minutes })).toBeFocused();
    await reason(page).focus();
    await page.keyboard.type('It is in the new contract');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/of Carrier invoices saved/)).toBeVisible();
    await expectClean(page, 'an objective');
  });

  await test.step("Monitor's section leads to the workflow", async () => {
    await page.goto(`${url}/monitor`);
    const section = page.getByRole('region', { name: monitor.objectives.title, exact: true });
    const card = section.getByRole('listitem').filter({ hasText: 'Carrier invoices' });
    await expect(card).toContainText('99.5 % of batches within 15 min');
    await expect(card).toContainText(monitor.objectives.standings.spent);
    await expectClean(page, 'objectives in Monitor');
    await card.getByRole('button', { name: /^Objective of Carrier invoices/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/workflows\?.*part=objective/);
  });

  await test.step('Today says what is missed, with the way to it', async () => {
    await page.goto(`${url}/today?as=admin`);
    const told = page.getByRole('region', { name: today.objectives.title });
    await expect(told).toContainText('Allowance spent: Carrier invoices of Northwind Logistics');
    await expect(told).toContainText(/missed the objective of 99\.5 % within 15 min: \d+ failed/);
    await expectClean(page, 'objectives in Today');
    await told.getByRole('link', { name: `${today.objectives.open}: Carrier invoices` }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/workflows\?.*part=objective/);
    await expect(form).toBeVisible();
  });

  await test.step('it was told once', async () => {
    const count = async () =>
      (await look(page)).notices.filter(({ title }) => title.includes('Carrier invoices')).length;
    await expect(async () => {
      if ((await count()) > 0) return;
      await world.pass(61);
      throw new Error('Not yet.');
    }).toPass({ intervals: [200], timeout: 60_000 });
    await world.pass(2 * 3_600);
    expect(await count()).toBe(1);
  });
});
