import { rounded, percentile } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { startReviewing, type ReviewPage } from './review-page.ts';

const moves = 60;

/** From one field to the next and back, over all of a document, box and zoom of the page along with it. */
export async function fieldFigures(open: ReviewPage): Promise<readonly Figure[]> {
  const { page } = open;
  await startReviewing(open);
  const times: number[] = [];
  for (let at = 0; at < moves; at += 1) {
    const key = at % 16 < 8 ? 'ArrowDown' : 'ArrowUp';
    await page.evaluate(watched);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('window.fieldHasFocus'));
  }
  return [
    {
      name: 'review.field.p95',
      value: rounded(percentile(times, 0.95)),
      unit: 'ms',
      better: 'lower',
      n: times.length,
      note: `from an arrow key to the focus on the next field, its row, readings and box laid out; p50 ${rounded(percentile(times, 0.5))}`,
      bar: 16,
    },
  ];
}

/** What the key's own turn takes, layout forced: the frame after it only paints. */
const watched = `void (window.fieldHasFocus = new Promise((resolve) => {
  const place = () => document.activeElement?.closest?.('[data-place]')?.dataset.place;
  const before = place();
  let began;
  addEventListener('keydown', () => {
    began = performance.now();
    const look = () => {
      if (place() === before) return void setTimeout(look);
      document.body.getBoundingClientRect();
      document.querySelector('main section')?.getBoundingClientRect();
      resolve(performance.now() - began);
    };
    queueMicrotask(look);
  }, { capture: true, once: true });
}))`;
