import type { Page } from '@playwright/test';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { failedBatches, type TriagePage } from './triage-page.ts';

const tenants = ['northwind', 'kestrel', 'alder-finch', 'quill'];
const least = 10;

/** Works as in the first minute of an alert: an id is pasted, Enter is pressed, and the causes appear. */
export async function batchFigures({ page, origin }: TriagePage): Promise<readonly Figure[]> {
  const failed: Batch[] = [];
  for (const tenant of tenants) failed.push(...(await failedBatches(page, tenant)).filter(hasFailed));
  const [first, ...fresh] = failed;
  if (first === undefined || fresh.length < least) throw new Error('The sandbox has too few failed batches');
  await page.goto(`${origin}/costs`);
  await page.getByRole('navigation').waitFor();
  // The first batch loads the code, so it is not counted.
  await pasted(page, first);
  const times: number[] = [];
  for (const batch of fresh) times.push(await pasted(page, batch));
  return [
    {
      name: 'triage.batch.p50',
      value: Math.round(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: times.length,
      note: `from Enter on a pasted id to its failure groups in a frame, another batch each time, nothing of it read before; slowest ${Math.round(Math.max(...times))} ms`,
      bar: 1_000,
    },
  ];
}

/** The time is taken in the page, so that polling from outside is not part of it. */
async function pasted(page: Page, { batchId }: Batch): Promise<number> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('combobox', { name: 'Search or run a command' });
  await palette.waitFor();
  await page.keyboard.insertText(batchId);
  await page.getByRole('option', { name: `Find batch ${batchId}` }).waitFor();
  await page.evaluate(watchFor(batchId));
  await page.keyboard.press('Enter');
  const took = await page.evaluate<number>('window.groupsAreThere');
  await palette.waitFor({ state: 'detached' });
  return rounded(took);
}

function watchFor(batchId: string): string {
  // This returns nothing, because a returned promise would be awaited before the key is pressed.
  return `void (window.groupsAreThere = new Promise((resolve) => {
    let began;
    addEventListener('keydown', () => { began = performance.now(); }, { capture: true, once: true });
    const look = () => {
      const title = [...document.querySelectorAll('h1, h2')].some((one) => one.textContent.includes('${batchId}'));
      const group = document.querySelector('section[aria-label="Failure groups"] [data-group]');
      if (began === undefined || !title || group === null) requestAnimationFrame(look);
      // The frame must be drawn first.
      else requestAnimationFrame(() => resolve(performance.now() - began));
    };
    requestAnimationFrame(look);
  }))`;
}

function hasFailed({ counts }: Batch): boolean {
  return (counts.FAILED ?? 0) > 0;
}
