import { rounded, percentile } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import { apartMs, startReviewing, type ReviewPage } from './review-page.ts';

const moves = 60;

/**
 * Moves from field to field and back over a whole document, which also moves the box and the zoom of the
 * page.
 */
export async function fieldFigures(open: ReviewPage): Promise<readonly Figure[]> {
  const { page } = open;
  await startReviewing(open);
  const fields: number[] = [];
  const boxes: number[] = [];
  for (let at = 0; at < moves; at += 1) {
    const key = at % 16 < 8 ? 'ArrowDown' : 'ArrowUp';
    await page.waitForTimeout(apartMs);
    await page.evaluate(watched);
    await page.keyboard.press(key);
    const move = await page.evaluate<Move>('window.wentOn');
    fields.push(move.field);
    boxes.push(move.box);
  }
  return [
    {
      name: 'review.field.p95',
      value: rounded(percentile(fields, 0.95)),
      unit: 'ms',
      better: 'lower',
      n: fields.length,
      note: `from an arrow key to the focus on the next field, its row and readings laid out; p50 ${rounded(percentile(fields, 0.5))}`,
      bar: 16,
    },
    {
      name: 'review.field.box.p95',
      value: rounded(percentile(boxes, 0.95)),
      unit: 'ms',
      better: 'lower',
      n: boxes.length,
      note: `from the same key to the field's box marked on the page; p50 ${rounded(percentile(boxes, 0.5))}`,
    },
  ];
}

interface Move {
  readonly field: number;
  readonly box: number;
}

/**
 * Waits until the next field has the focus and its content is drawn, with a forced layout, because the rest
 * of the frame only paints. Then waits until its box is marked on the page, which happens in a later turn.
 */
const watched = `void (window.wentOn = new Promise((resolve) => {
  const place = () => document.activeElement?.closest?.('[data-place]')?.dataset.place;
  const before = place();
  const box = () => document.querySelector('main section canvas')?.closest('section')?.querySelector('[aria-current]');
  const boxBefore = box();
  let began;
  let field;
  addEventListener('keydown', () => { began = performance.now(); }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (began === undefined || place() === before) return;
    if (field === undefined) {
      document.activeElement.getBoundingClientRect();
      field = performance.now() - began;
    }
    if (box() === boxBefore) return;
    observer.disconnect();
    resolve({ field, box: performance.now() - began });
  });
  const attributeFilter = ['aria-selected', 'aria-current'];
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter });
}))`;
