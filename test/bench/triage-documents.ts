import type { Page } from '@playwright/test';
import type { Figure } from '#scripts/bench-figure.ts';
import { framesFigure, measureFrames, workFigures, measureWork } from './triage-frames.ts';
import { longestBatch, type TriagePage } from './triage-page.ts';

const documents = 10_000;

/** Scrolls through all documents of the longest batch as fast as their pages load. */
export async function documentsFigures({ browser, page, origin }: TriagePage): Promise<readonly Figure[]> {
  const { batchId } = await longestBatch(page);
  const address = `${origin}/triage?tenant=quill&batch=${batchId}&documents=all`;
  await openDocuments(page, address);
  const frames = await measureFrames(page, scrollToTheEnd);
  const rows = await page.evaluate<number>(`document.querySelector('${grid}').ariaRowCount - 1`);
  if (rows !== documents) throw new Error(`The scroll ended at ${rows} rows`);
  await openDocuments(page, address);
  const work = await measureWork(browser, page, () => measureFrames(page, scrollToTheEnd));
  const note = '10,000 documents scrolled from end to end, 300 pixels a frame, while their 100 pages arrive';
  const name = 'triage.documents';
  return [framesFigure(name, frames, note), ...workFigures(name, work, note)];
}

const grid = 'table[role=grid][aria-label=Documents]';

async function openDocuments(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(`${grid} [data-index="5"]`).waitFor();
  // Work that belongs to loading ends first.
  await page.waitForTimeout(1_500);
}

/**
 * Waits at the end for the next page, as a person who scrolls does. The row count is known when there is
 * none.
 */
const scrollToTheEnd = `
  const grid = document.querySelector('${grid}');
  const atEnd = grid.scrollTop >= grid.scrollHeight - grid.clientHeight - 1;
  // Looked at before it is moved, so that looking lays nothing out that would not have been.
  grid.scrollTop += 300;
  return frame > 20000 || (atEnd && grid.ariaRowCount > 0 && grid.ariaBusy !== 'true');
`;
