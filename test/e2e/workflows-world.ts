import type { Locator, Page } from '@playwright/test';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowEvent, WorkflowKey } from '#shared/contract/workflows.ts';
import { expect as briefly } from './fixtures.ts';
import { command } from './review-world.ts';
import { answer } from './triage-world.ts';

/** A sample reads thousands of documents beside the other requests. */
export const expect = briefly.configure({ timeout: 40_000 });

export const carrierInvoices: WorkflowKey = {
  tenantId: 'northwind',
  projectId: 'freight-invoices',
  workflowId: 'carrier-invoices',
};

export type PersonaId = 'support' | 'reviewer' | 'admin' | 'support-northwind';

export async function workAs(page: Page, personaId: PersonaId): Promise<void> {
  await command(page, 'session.actAs', { personaId });
  // The first request opens the sandbox, so it is made here and not in a test.
  await answer(page, 'tenants.list', {});
}

export function writeAddress({ tenantId, projectId, workflowId }: WorkflowKey, search = ''): string {
  return `/workflows?tenant=${tenantId}&project=${projectId}&workflow=${workflowId}${search}`;
}

export async function openWorkflow(page: Page, url: string, key: WorkflowKey, search = ''): Promise<void> {
  await page.goto(`${url}${writeAddress(key, search)}`);
  await versionsAreThere(page);
}

export async function versionsAreThere(page: Page): Promise<void> {
  await expect(versions(page).getByRole('row').nth(1)).toBeVisible();
}

/** Waits for the sample's result, which stands below the handles. */
export async function sampleIsThere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Can the score be trusted here?' })).toBeVisible({
    timeout: 100_000,
  });
}

export function versions(page: Page): Locator {
  return page.getByRole('table', { name: 'Versions, newest first' });
}

export function handle(page: Page, which: 'Confidence' | 'Review'): Locator {
  return page.getByRole('slider', { name: `${which} threshold` });
}

export function saveButton(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Save' }).getByRole('button', { name: /^Save/ });
}

export function reason(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Save' }).getByRole('textbox', { name: /^Reason/ });
}

/** Reads the workflow from the table, whatever the page shows. */
export async function readWorkflow(page: Page, key: WorkflowKey): Promise<Workflow> {
  return answer<Workflow>(page, 'workflows.read', key);
}

export async function readHistory(page: Page, key: WorkflowKey): Promise<readonly WorkflowEvent[]> {
  const { rows } = await answer<{ readonly rows: readonly WorkflowEvent[] }>(page, 'workflows.history', key);
  return rows;
}
