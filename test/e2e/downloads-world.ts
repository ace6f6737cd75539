import type { Locator, Page } from '@playwright/test';
import type { DownloadBatch, DownloadDay, DownloadFile } from '#shared/contract/downloads.ts';
import { fetchTime, pickKind } from '#local/world/living/simulated-provider.ts';
import { dayAfter } from '#shared/domain/download-days.ts';
import { expect } from './fixtures.ts';
import { answer } from './triage-world.ts';

/** The sandbox uses this seed unless it is given another. */
const defaultSeed = '1';

export function strip(page: Page): Locator {
  return page.getByRole('region', { name: 'Days', exact: true });
}

export function cell(page: Page, day: string): Locator {
  return strip(page).locator(`[data-day="${day}"]`);
}

/** Returns the pipeline's today, which is the last cell of a strip that has not been scrolled. */
export async function readToday(page: Page): Promise<string> {
  const day = await strip(page).locator('[data-day]').last().getAttribute('data-day');
  if (day === null) throw new Error('The strip has no day.');
  return day;
}

export function filesGrid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Files' });
}

export async function openDownloads(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/downloads${search}`);
  await expect(strip(page)).toBeVisible();
}

/** Waits until every visible day has been read. */
export async function stripIsRead(page: Page): Promise<void> {
  await expect(strip(page).getByRole('button', { name: /not read yet/ })).toHaveCount(0, { timeout: 30_000 });
}

/**
 * Lists the stuck files that arrive within seconds when they are requested again. Transactions take minutes,
 * and a file encrypted for another key never opens.
 */
export async function stuckFiles(page: Page): Promise<readonly DownloadFile[]> {
  const { rows } = await answer<{ readonly rows: readonly DownloadFile[] }>(page, 'downloads.standing', {
    kind: 'stuck',
    minutes: 30,
  });
  return rows.filter(
    ({ entity, date }) =>
      entity !== null &&
      date !== null &&
      fetchTime(defaultSeed, entity, date) < 30_000 &&
      pickKind(defaultSeed, entity, date) !== 'error',
  );
}

export function fileById(page: Page, fileId: string): Promise<DownloadFile> {
  return answer<DownloadFile>(page, 'downloads.file', { fileId });
}

/** Finds the newest matching batch among the days whose files are kept. */
export async function aBatchThat(
  page: Page,
  today: string,
  isSo: (batch: DownloadBatch) => boolean,
): Promise<DownloadBatch> {
  for (let ago = 0; ago <= 30; ago += 1) {
    const date = dayAfter(today, -ago);
    const { batches } = await answer<DownloadDay>(page, 'downloads.day', { date });
    const found = batches.find(isSo);
    if (found !== undefined) return found;
  }
  throw new Error('The sandbox has no such batch.');
}
