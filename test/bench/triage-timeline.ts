import type { Figure } from '#scripts/bench-figure.ts';
import { framesFigure, measureFrames, longestTask, workFigures, measureWork } from './triage-frames.ts';
import { longestBatch, type TriagePage } from './triage-page.ts';

/** Reads the sandbox's longest execution to its end, and then zooms and scrolls it. */
export async function timelineFigures({ browser, page, origin }: TriagePage): Promise<readonly Figure[]> {
  const { batchId } = await longestBatch(page);
  await page.goto(`${origin}/triage?tenant=quill&batch=${batchId}&part=timeline`);
  await page.getByRole('button', { name: 'Read the rest' }).waitFor();
  // Work that belongs to loading ends first.
  await page.waitForTimeout(1_500);
  const reading = await measureWork(browser, page, () => measureFrames(page, readTheRest));
  const hint = await page.locator('h3:has-text("Map iterations")').locator('..').innerText();
  await page.waitForTimeout(500);

  const zoomed = await measureFrames(page, zoomInAndOut);
  const zooming = await measureWork(browser, page, () => measureFrames(page, zoomInAndOut));
  await measureFrames(page, `${press('+')} return frame >= 3;`);
  const scrolled = await measureFrames(page, scrollThere);
  await page.evaluate(`document.querySelector('${chart}').scrollLeft = 0`);
  const scrolling = await measureWork(browser, page, () => measureFrames(page, scrollThere));

  const of = `${/[\d,]*\d/.exec(hint)?.[0] ?? 'no'} iterations of 25,000 events`;
  const scroll = `${of}, one in sixteen in sight, 30 pixels a frame`;
  const zoom = `${of}, in to one in 256 and out again, a step a frame`;
  const added = `${of} while the pages of their history arrive, each 1,000 events, and all lanes are drawn again`;
  return [
    framesFigure('triage.timeline.scroll', scrolled, scroll),
    ...workFigures('triage.timeline.scroll', scrolling, scroll),
    framesFigure('triage.timeline.zoom', zoomed, zoom),
    ...workFigures('triage.timeline.zoom', zooming, zoom),
    longestTask('triage.timeline.reading', reading, added),
  ];
}

const chart = '[role=listbox][aria-label^="Iterations of run"]';

const readTheRest = `
  const button = (words) => [...document.querySelectorAll('button')].find((one) => one.textContent === words);
  if (frame === 0) button('Read the rest').click();
  return frame > 5 && button('Stop') === undefined;
`;

function press(key: string): string {
  return `document.querySelector('${chart}').dispatchEvent(
    new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }));`;
}

/** Each step zooms by a power of two: eight in, eight out, ten times. */
const zoomInAndOut = `
  if (Math.floor(frame / 8) % 2 === 0) { ${press('+')} } else { ${press('-')} }
  return frame >= 159;
`;

const scrollThere = `
  const chart = document.querySelector('${chart}');
  const atEnd = chart.scrollLeft >= chart.scrollWidth - chart.clientWidth - 1;
  chart.scrollLeft += 30;
  return atEnd;
`;
