import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.ts';
import { startConsole } from '#scripts/start-console.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';

export interface TriagePage {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
}

/** Opens the shipped console over the sandbox's world, in a signed-in browser. */
export async function withTriagePage<T>(use: (open: TriagePage) => Promise<T>): Promise<T> {
  const host = await startConsole({ build: 'out' });
  const browser = await chromium.launch(findBrowser().launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.address);
    await page.getByRole('navigation').waitFor();
    return await use({ browser, page, origin: host.origin });
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** The sandbox's past depends on the hour it was generated, so batches are found by their properties. */
export async function failedBatches(page: Page, tenantId: string): Promise<readonly Batch[]> {
  const asked = { tenantId, status: 'FAILED', pageSize: 100 } as const;
  return (await ask(page, 'batches.byStatus', asked)).rows;
}

/**
 * Returns a batch of ten thousand documents. One of its executions stopped at the limit of its history,
 * 25,000 events.
 */
export async function longestBatch(page: Page): Promise<Batch> {
  const batches = await failedBatches(page, 'quill');
  const found = batches.find(({ documentCount }) => documentCount === 10_000);
  if (found === undefined) throw new Error('The sandbox has no batch of 10,000 documents');
  return found;
}

async function ask<N extends OperationName>(page: Page, name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const said: unknown = await page.evaluate(
    `fetch('/call/${name}', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify({ input }))},
    }).then((answer) => answer.json())`,
  );
  const result = said as { readonly ok: true; readonly value: OutputOf<N> } | { readonly ok: false };
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result.value;
}
