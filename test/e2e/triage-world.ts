import type { Page, Request } from '@playwright/test';
import { batchSchema, type Batch } from '#shared/contract/pipeline-items.ts';
import { documentSchema, type DocumentRow } from '#shared/contract/triage.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { InputOf, OperationName } from '#shared/contract/contract.ts';
import { openPalette } from './dialogs.ts';
import { expect } from './fixtures.ts';

/** The sandbox's past depends on the hour it was generated, so batches are found by their properties. */
export async function failedBatches(page: Page, tenantId: string): Promise<readonly Batch[]> {
  const { rows } = await answer<Rows>(page, 'batches.byStatus', {
    tenantId,
    status: 'FAILED',
    pageSize: 100,
  });
  return rows.map((row) => batchSchema.parse(row));
}

/** Returns the batch with the most failed documents, which has a group worth reprocessing. */
export async function aFailedBatch(page: Page): Promise<Batch> {
  const [most] = (await failedBatches(page, 'northwind')).toSorted((a, b) => countFailed(b) - countFailed(a));
  if (most === undefined) throw new Error('The sandbox has no failed batch of northwind.');
  return most;
}

/** Returns the batch with the fewest documents that failed with this code and no other. */
export async function aBatchFailedWith(page: Page, tenantId: string, code: string): Promise<Batch> {
  const batches = await failedBatches(page, tenantId);
  for (const batch of batches.toSorted((a, b) => countFailed(a) - countFailed(b))) {
    const documents = await failedDocuments(page, batch);
    if (documents.length > 0 && documents.every((document) => document.error?.code === code)) return batch;
  }
  throw new Error(`The sandbox has no batch of ${tenantId} that failed with ${code} alone.`);
}

export async function failedDocuments(page: Page, batch: Batch): Promise<readonly DocumentRow[]> {
  const { tenantId, batchId } = batch;
  const { rows } = await answer<Rows>(page, 'documents.byStatus', { tenantId, batchId, status: 'FAILED' });
  return rows.map((row) => documentSchema.parse(row));
}

export function countFailed({ counts }: Batch): number {
  return counts.FAILED ?? 0;
}

/** Returns the host's answer to one call, made beside the page's own calls. */
export async function answer<T, N extends OperationName = OperationName>(
  page: Page,
  operation: N,
  input: InputOf<N>,
): Promise<T> {
  return askHost<T>(page, operation, { input });
}

/** Makes a call as another window of the same person would: in a browser over HTTP, on the desktop over its bridge. */
export async function askHost<T>(
  page: Page,
  operation: OperationName,
  asked: { readonly input: unknown; readonly idempotencyKey?: string },
): Promise<T> {
  const said: unknown = await page.evaluate(
    async ([name, { input, idempotencyKey }]) => {
      const { bridge } = globalThis as {
        readonly bridge?: { call(...given: readonly unknown[]): Promise<unknown> };
      };
      if (bridge !== undefined) return bridge.call(name, input, idempotencyKey);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ input, idempotencyKey });
      const response = await fetch(`/call/${name}`, { method: 'POST', headers, body });
      return response.json() as Promise<unknown>;
    },
    [operation, asked] as const,
  );
  const result = said as { readonly ok: true; readonly value: T } | { readonly ok: false };
  if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result)}`);
  return result.value;
}

/** The first request opens the sandbox, which takes longer on a busy machine than any assertion waits. */
export async function worldIsOpen(page: Page): Promise<void> {
  await answer(page, 'tenants.list', {});
}

export interface AskedCall {
  readonly operation: string;
  readonly request: Request;
}

/** Records the calls that the page makes from now on, in order. */
export function recordCalls(page: Page, only = /./): readonly AskedCall[] {
  const calls: AskedCall[] = [];
  page.on('request', (request) => {
    const operation = /\/call\/([^/?]+)$/.exec(request.url())?.[1];
    if (operation !== undefined && only.test(operation)) calls.push({ operation, request });
  });
  return calls;
}

export function listNames(calls: readonly AskedCall[]): readonly string[] {
  return calls.map(({ operation }) => operation);
}

/** Makes the host give this failure until `page.unroute` is called. */
export async function refuse(page: Page, operation: OperationName, failure: Failure): Promise<void> {
  await page.route(`**/call/${operation}`, (route) => route.fulfill({ json: { ok: false, failure } }));
}

export const throttled: Failure = {
  code: 'throttled',
  message: 'DynamoDB asked for a slower pace three times. Nothing was read.',
  reference: 'ref-1',
  attempts: 3,
};

/** Pastes an id as a person with an alert does, from the keyboard alone. */
export async function paste(page: Page, id: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.insertText(id);
  await expect(page.getByRole('option').first()).toHaveAccessibleName(new RegExp(`^Find .*${id}`));
  await page.keyboard.press('Enter');
  // The page of Find has such a field too.
  await expect(page.getByRole('dialog', { name: 'Search or run a command' })).toHaveCount(0);
}

export async function openBatch(page: Page, url: string, batch: Batch, search = ''): Promise<void> {
  await page.goto(`${url}/triage?tenant=${batch.tenantId}&batch=${batch.batchId}${search}`);
  await documentsAreThere(page);
}

export async function documentsAreThere(page: Page): Promise<void> {
  const documents = page.getByRole('grid', { name: 'Documents' });
  await expect(documents.getByRole('row').nth(1)).toBeVisible({ timeout: 20_000 });
}

export async function choosePersona(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Working as/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Working as/ })).toHaveAccessibleName(name);
}

interface Rows {
  readonly rows: readonly unknown[];
}
