import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { messages as activity } from '#renderer/features/activity/messages.ts';
import { messages as deadLetters } from '#renderer/features/dead-letters/messages.ts';
import { messages as today } from '#renderer/features/today/messages.ts';
import { messages as triage } from '#renderer/features/triage/messages.ts';
import { messages as workflows } from '#renderer/features/workflows/messages.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import type { Role } from '#shared/contract/define.ts';
import { startEmptyAccount } from './empty-account.ts';
import { expect, test as base } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

const test = base.extend<{ readonly account: RunningConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- as in fixtures.ts
  account: async ({}, use) => {
    const started = await startEmptyAccount();
    await use(started);
    await started.stop();
  },
  host: async ({ account }, use) => use(account),
  at: null,
  // The pipeline API of this account only knows people.
  isRefused: true,
});

async function openAs(context: BrowserContext, url: string, role: Role): Promise<void> {
  const data = { input: { connectionId: role }, idempotencyKey: randomUUID() };
  const answer = await context.request.post(`${url}/call/connections.open`, { data });
  expect(answer.ok()).toBe(true);
}

test('an account without data says on each screen what would fill it', async ({ console: { page, url } }) => {
  await openAs(page.context(), url, 'support');
  const main = page.getByRole('main');

  await page.goto(`${url}/today`);
  await expect(main.getByText('Open a tenant in Triage by its id').first()).toBeVisible();
  await expect(main.getByText(today.jobs.none)).toBeVisible();
  await main.getByRole('link', { name: today.page.openTriage }).click();
  await expect(page).toHaveURL(/\/triage/);
  await expect(main.getByText(triage.tenants.none)).toBeVisible();

  await page.goto(`${url}/triage?tenant=acme&view=project`);
  await expect(main.getByText(triage.lists.noProjectsNext)).toBeVisible();
  await main.getByRole('tab', { name: 'People' }).click();
  await expect(main.getByText(triage.lists.noPeopleNext)).toBeVisible();

  await page.goto(`${url}/dead-letters`);
  await expect(main.getByText(deadLetters.sample.emptyNext)).toBeVisible();
  expect(await axeViolations(page), 'an empty queue').toEqual([]);

  await page.goto(`${url}/workflows`);
  await main.getByRole('button', { name: workflows.page.openTriage }).click();
  await expect(page).toHaveURL(/\/triage/);

  await page.goto(`${url}/activity?tab=jobs`);
  await expect(main.getByText(activity.jobs.noneNext)).toBeVisible();
  await page.goto(`${url}/activity?tab=audit&filter=qwertz`);
  await main.getByRole('button', { name: activity.audit.clearFilter }).click();
  await expect(main.getByText('connections.open').first()).toBeVisible();

  await openAs(page.context(), url, 'reviewer');
  await page.goto(`${url}/review`);
  await expect(main.getByText('Open a tenant in Triage by its id')).toBeVisible();
});
