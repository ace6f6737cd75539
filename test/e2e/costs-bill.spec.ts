import { messages } from '#renderer/features/costs/messages.ts';
import { openCosts } from './costs-world.ts';
import { expect } from './fixtures.ts';
import { hold } from './hold.ts';
import { test } from './moved-console.ts';
import { actAs, command } from './review-world.ts';
import { expectClean } from './shell-axe.ts';

// The browser logs the answer to the stopped comparison as an error.
test.use({ isRefused: true, at: '/settings' });

test('a comparison with the bill is stopped by the keyboard, says what was sent, and can be asked again', async ({
  console: { page, url },
  world,
}) => {
  test.setTimeout(150_000);
  await actAs(page, 'admin');
  await world.meanwhile({
    does: 'trouble',
    rules: [{ id: 'slow-bill', kind: 'slow', operation: 'GetCostAndUsage', ms: 60_000 }],
  });
  await openCosts(page, url, '?view=bill');
  await expect(page.getByText(/This asks Cost Explorer 2 times: \$0\.02\./)).toBeVisible();
  const compare = page.getByRole('button', { name: messages.bill.compare });
  const stop = page.getByRole('button', { name: messages.bill.stop });
  await expect(stop).toHaveCount(0);
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(stop).toBeVisible();
  await expectClean(page, 'bill being asked');
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      'Stopped. One question was sent, which AWS charges with $0.01 each. Nothing was compared.',
    ),
  ).toBeVisible();
  await expect(stop).toHaveCount(0);
  await expect(page.getByText(messages.bill.notAsked)).toBeVisible();
  await expectClean(page, 'bill stopped');

  await world.meanwhile({ does: 'trouble', rules: [] });
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: messages.bill.byService })).toContainText('AWS Lambda', {
    timeout: 60_000,
  });
  await expect(page.getByText(/^Stopped\./)).toHaveCount(0);
});

test('a bill that comes after a change of the person is not shown to the other one', async ({
  console: { page, url },
}) => {
  test.setTimeout(150_000);
  await actAs(page, 'admin');
  const answer = hold();
  await page.route('**/call/costs.bill', async (route) => {
    const response = await route.fetch();
    await answer.isOver;
    await route.fulfill({ response });
  });
  await openCosts(page, url, '?view=bill');
  await page.getByRole('button', { name: messages.bill.compare }).press('Enter');
  await expect(page.getByRole('button', { name: messages.bill.stop })).toBeVisible();
  await command(page, 'session.actAs', { personaId: 'support' });
  await expect(page.getByRole('button', { name: /^Working as.*Support/ })).toBeVisible();
  answer.end();
  await expect(page.getByRole('button', { name: messages.bill.stop })).toHaveCount(0);
  await expect(page.getByText(messages.bill.notAsked)).toBeVisible();
  await expect(page.getByRole('table', { name: messages.bill.byService })).toHaveCount(0);
});
