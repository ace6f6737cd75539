import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { costsSchema, type CostCell, type Costs } from '#shared/contract/costs.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import type { SummedCost } from '#shared/pricing/document-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import type { ConsoleProcess } from './console-process.ts';
import { expect, shellIsThere } from './fixtures.ts';
import { signIn } from './sign-in.ts';

export const book = priceBooks[0];

/**
 * Stores what the host pushes to this page about costs. It has to run before the page's first address is
 * opened.
 */
async function keepPushedCosts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { pushedCosts?: unknown };
    globalThis.EventSource = class extends EventSource {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init);
        this.addEventListener('message', ({ data }) => {
          const { result } = JSON.parse(String(data)) as { result?: { ok: boolean; value?: object } };
          if (result?.ok === true && 'cells' in (result.value ?? {})) kept.pushedCosts = result.value;
        });
      }
    };
  });
}

/** Returns the costs that the page received last. */
export async function pushedCosts(page: Page): Promise<Costs> {
  return costsSchema.parse(
    await page.evaluate(() => (globalThis as unknown as { pushedCosts?: unknown }).pushedCosts),
  );
}

export async function openCosts(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/costs${search}`);
  await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
}

/** Waits until nothing is being read. */
export async function meteringHasEnded(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: / metered(;|$)/ })).toBeVisible({
    timeout: 80_000,
  });
}

/** Finds the tile of a figure, with its label, its value and the text below it. */
export function figure(page: Page, label: string) {
  return page.getByRole('region', { name: 'What was spent' }).locator('> div').filter({ hasText: label });
}

/** Sums the cells one by one, which no part of the page does, so that it checks the page's own sums. */
export function sumMetered(
  cells: readonly CostCell[],
  by: PriceBook,
): Record<'total' | 'infrastructure', string> {
  const costs: readonly SummedCost[] = cells.map(({ metered }) => totalsCost(metered, by));
  return {
    total: decimalText(sumDecimals(costs.map(({ total }) => decimal(total)))),
    infrastructure: decimalText(
      sumDecimals(
        cells.flatMap((cell, at) =>
          cell.metered.documents === 0 ? [] : [decimal(costs[at]?.infrastructure ?? 0)],
        ),
      ),
    ),
  };
}

/** All read-only tests of a file share one console, because starting one takes seconds. */
export interface Desk {
  readonly page: Page;
  readonly url: string;
  /** Lists the errors of the page. A separate test checks that there are none. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export async function openDesk(browser: Browser, consoles: ConsoleProcess, persona: string): Promise<Desk> {
  const host = await consoles.open();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await keepPushedCosts(page);
  await signIn(context, host);
  await page.goto(`${host.origin}/settings`);
  await shellIsThere(page);
  await command(page, 'session.actAs', { personaId: persona });
  await command(page, 'sandbox.setTraffic', { paused: true });
  return {
    page,
    url: host.origin,
    complaints,
    async close() {
      await context.close();
      await host.stop();
    },
  };
}

async function command(page: Page, operation: string, input: object): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path, { method: 'POST', headers, body })).status;
    },
    [`/call/${operation}`, JSON.stringify({ input, idempotencyKey: randomUUID() })] as const,
  );
  expect(status, operation).toBe(200);
}
