import type { Locator, Page } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { placesToDecide, type Edits } from '#shared/domain/review/draft-rules.ts';
import { listStops } from '#shared/domain/review/rules.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { test, withMotion } from './fixtures.ts';
import { actAs, decide, documentLike, expect, openOnDesk } from './review-world.ts';

test.use(withMotion);

/** A screen of 1440 × 900 and one of 1280 × 720, at 200 %. */
const sizes = [
  { width: 720, height: 450 },
  { width: 640, height: 360 },
];

test('each dialog of Review fits at 200 %, and all of it is reached by key', async ({
  console: { page, url },
}) => {
  test.setTimeout(420_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isStopped);
  await openOnDesk(page, url, document);

  const byKey: readonly (readonly [name: string, key: string])[] = [
    ['Reject', 'r'],
    ['Postpone', 'Shift+P'],
    ['Comments', 'Shift+C'],
    ['Hand over', 'h'],
    ['My latest decisions', 'y'],
  ];
  for (const [name, key] of byKey) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press(key);
      await expect(openDialog(page)).toContainText(new RegExp(name, 'i'));
      await expectToFit(page, openDialog(page), name);
      await close(page);
    });
  }

  await test.step('the reason for an approval against a rule', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await decide(page);
    await decide(page);
    await expect(openDialog(page)).toContainText('Approve');
    await expectToFit(page, openDialog(page), 'approve against a rule');
    await close(page);
  });

  await test.step('go to a page, and find on the page', async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.keyboard.press('Shift+G');
      const field = page.getByRole('textbox', { name: 'Page' });
      await expect(field).toBeFocused();
      await expect(field).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+f');
      const find = page.getByRole('search').getByRole('textbox');
      await expect(find).toBeFocused();
      await expect(find).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
  });

  await test.step('approve what passes', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await actAs(page, 'admin');
    await page.goto(`${url}/review`);
    await page.getByRole('button', { name: 'Approve what passes', exact: true }).click();
    await expect(openDialog(page)).toContainText(/documents looked at/, { timeout: 60_000 });
    await expectToFit(page, openDialog(page), 'approve what passes');
  });
});

/** The first Escape may close the tooltip of the focused button only. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  if ((await openDialog(page).count()) > 0) await page.keyboard.press('Escape');
  await dialogsAreGone(page);
}

function isStopped(document: ReviewDocument): boolean {
  const { whyNot, fourEyes } = document;
  const edits: Edits = Object.fromEntries(
    placesToDecide(document, 'review').map((place) => [place, { kind: 'accepted' as const }]),
  );
  return whyNot === null && !fourEyes && listStops(findFailures(document, edits)).length > 0;
}

/** Checks that the dialog is on the screen, that nothing sticks out, and that Tab leads to all that can be used. */
async function expectToFit(page: Page, dialog: Locator, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const box = await dialog.boundingBox();
    expect(box, name).not.toBeNull();
    if (box === null) return;
    expect(Math.min(box.x, box.y), `${name}: ${JSON.stringify(box)}`).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, name).toBeLessThanOrEqual(size.width);
    expect(box.y + box.height, name).toBeLessThanOrEqual(size.height);
    expect(await dialog.evaluate(listSticking), name).toEqual([]);
    const stops = await dialog.evaluate(countStops);
    const seen = new Set<string>();
    for (let press = 0; press < stops + 4; press += 1) {
      await page.keyboard.press('Tab');
      let stop = await dialog.evaluate(describeFocus);
      // Where a guard leads back in, the focus is on nothing until the next frame.
      if (stop.label === 'guard') {
        await expect
          .poll(async () => (stop = await dialog.evaluate(describeFocus)).problem, { timeout: 2_000 })
          .toBe('');
      }
      expect(stop.problem, `${name} at ${String(size.width)}: ${stop.label}`).toBe('');
      seen.add(stop.label);
    }
    expect(seen.size, `${name}: ${[...seen].join(', ')}`).toBeGreaterThanOrEqual(Math.min(stops, 2));
  }
}

/** Lists what is wider than the dialog and is in nothing that scrolls. */
function listSticking(dialog: Element): readonly string[] {
  const { left, right } = dialog.getBoundingClientRect();
  return [...dialog.querySelectorAll('*')]
    .filter((element) => element.getClientRects().length > 0)
    .filter((element) => {
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || (box.left >= left - 1 && box.right <= right + 1)) return false;
      for (let up = element.parentElement; up !== null && up !== dialog; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return false;
      }
      return true;
    })
    .map((element) => element.outerHTML.slice(0, 100));
}

function countStops(dialog: Element): number {
  const all = [
    ...dialog.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href], [tabindex]'),
  ];
  return all.filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0).length;
}

/** The focused element is within the dialog and on the screen, and nothing covers it. */
function describeFocus(dialog: Element): { readonly label: string; readonly problem: string } {
  const held = document.activeElement;
  if (held === null || !dialog.contains(held)) {
    // The guards at both ends lead back in with the next key.
    const isGuard = held?.hasAttribute('data-base-ui-focus-guard') === true;
    return {
      label: 'guard',
      problem: isGuard ? '' : `the focus is outside: ${held?.outerHTML.slice(0, 120) ?? ''}`,
    };
  }
  const shown = held.closest('label') ?? held;
  const box = shown.getBoundingClientRect();
  const label = (shown.getAttribute('aria-label') ?? shown.textContent ?? '').slice(0, 60);
  // A table that is taller than the part that scrolls it is never whole in sight.
  let room = innerHeight;
  for (let up = shown.parentElement; up !== null && up !== dialog; up = up.parentElement) {
    if (getComputedStyle(up).overflowY === 'auto') room = Math.min(room, up.clientHeight);
  }
  const isTall = box.height > room;
  // A wide table scrolls sideways, so of its heads only the middle has to be in sight.
  const [left, right] =
    shown.closest('[role=grid]') === null
      ? [box.left, box.right]
      : [box.left + box.width / 2, box.left + box.width / 2];
  const isIn =
    left >= -1 && right <= innerWidth + 1 && (isTall || (box.top >= -1 && box.bottom <= innerHeight + 1));
  if (!isIn) return { label, problem: `out of sight: ${JSON.stringify(box)}` };
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, room) / 2);
  const isFree = at === null || shown.contains(at) || at.contains(shown);
  return { label, problem: isFree ? '' : `covered by ${at.outerHTML.slice(0, 120)}` };
}
