import type { Locator } from '@playwright/test';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { allPlaces, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { test } from './fixtures.ts';
import { actAs, documentLike, expect, focusedPlace, openOnDesk } from './review-world.ts';

test('draws the page as it was sent, follows the focus, turns it and reads its text', async ({
  console: { page, url },
}) => {
  test.setTimeout(150_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, hasManyPages);
  const [first = ''] = placesToDecide(document, 'review');
  const last = Math.max(...listPages(document));
  await openOnDesk(page, url, document);
  const viewer = page.getByRole('region', { name: 'Page viewer' });
  const at = (number: number) =>
    viewer.getByRole('region', {
      name: `${document.fileName ?? ''}, page ${String(number)} of ${String(last)}`,
    });
  const startsOn = document.fields.find(({ name }) => name === first)?.page ?? 1;

  await test.step('draws the page with the focused field in sight', async () => {
    await expect(at(startsOn)).toBeVisible();
    await expect.poll(() => measureInk(viewer)).toBeGreaterThan(200);
    await focusedBoxIsInSight(viewer, at(startsOn));
  });

  await test.step('the page follows the focus', async () => {
    const places = allPlaces(document);
    const elsewhere = places.findIndex((place) => pageAt(document, place) !== startsOn);
    const steps = elsewhere - places.indexOf(first);
    for (let step = 0; step < Math.abs(steps); step += 1) {
      await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    await expect(focusedPlace(page)).toHaveAttribute('data-place', places[elsewhere] ?? '');
    const there = at(pageAt(document, places[elsewhere] ?? '') ?? 0);
    await expect(there).toBeVisible();
    await expect.poll(() => measureInk(viewer)).toBeGreaterThan(200);
    await focusedBoxIsInSight(viewer, there);
  });

  await test.step('Z zooms away from the box and back to it', async () => {
    const toBox = viewer.getByRole('button', { name: 'Zoom to field' });
    await expect(toBox).toHaveAttribute('aria-pressed', 'true');
    const close = await readPercent(viewer);
    await page.keyboard.press('z');
    await expect(toBox).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => readPercent(viewer)).toBeLessThan(close);
    await page.keyboard.press('+');
    await page.keyboard.press('z');
    await expect(toBox).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => readPercent(viewer)).toBe(close);
  });

  await test.step('[ and ] change the page, and . rotates it', async () => {
    for (let number = 0; number < last; number += 1) await page.keyboard.press('[');
    await expect(at(1)).toBeVisible();
    await page.keyboard.press(']');
    await expect(at(2)).toBeVisible();
    await page.keyboard.press('[');
    await expect(at(1)).toBeVisible();
    await expect.poll(() => measureInk(viewer)).toBeGreaterThan(200);
    await page.keyboard.press('.');
    await expect(viewer.locator('[style*="rotate(90deg)"]')).toBeVisible();
    await expect.poll(() => measureInk(viewer)).toBeGreaterThan(200);
    for (let quarter = 1; quarter < 4; quarter += 1) await page.keyboard.press('.');
    await expect(viewer.locator('[style*="rotate("]')).toHaveCount(0);
  });

  await test.step('its text can be selected', async () => {
    const printed = document.fields.find(({ page: on, value }) => on === 1 && value !== null)?.value ?? '';
    await expect.poll(async () => plain(await selectedOn(viewer))).toContain(plain(printed));
  });

  await test.step('a broken file says so, and can be requested again', async () => {
    await page.route('**/call/review.file', (route) =>
      route.fulfill({
        json: { ok: true, value: { base64: 'bm90IGEgZmlsZQ==', bytes: 10, contentType: 'application/pdf' } },
      }),
    );
    await openOnDesk(page, url, document);
    await expect(viewer).toContainText("Couldn't show the file");
    await expect(viewer).toContainText('it is not a complete PDF');
    await expect(viewer).toContainText('Nothing was decided or changed.');
    // The fields can still be edited.
    await expect(focusedPlace(page)).toHaveAttribute('data-place', first);
    await page.unroute('**/call/review.file');
    await viewer.getByRole('button', { name: 'Try again' }).click();
    await expect(at(startsOn)).toBeVisible();
    await expect.poll(() => measureInk(viewer)).toBeGreaterThan(200);
  });
});

function hasManyPages(document: ReviewDocument): boolean {
  const [first = ''] = placesToDecide(document, 'review');
  return listPages(document).size > 1 && pageAt(document, first) !== null;
}

function listPages({ fields, lines }: ReviewDocument): ReadonlySet<number> {
  return new Set([...fields, ...lines].flatMap(({ page }) => page ?? []));
}

function pageAt({ fields, lines }: ReviewDocument, place: string): number | null {
  const line = /^lineItems\.(\d+)\./.exec(place)?.[1];
  if (line !== undefined) return lines[Number(line)]?.page ?? null;
  return fields.find(({ name }) => name === place)?.page ?? null;
}

/**
 * Counts the picture's pixels that are darker than its paper. A pale scan has few of them and a blank page
 * has none.
 */
function measureInk(viewer: Locator): Promise<number> {
  return viewer.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    const shades = Array.from({ length: 256 }, () => 0);
    for (let at = 0; at < (data?.length ?? 0); at += 4) {
      const shade = data?.[at] ?? 0;
      if ((data?.[at + 3] ?? 0) > 0) shades[shade] = (shades[shade] ?? 0) + 1;
    }
    const paper = shades.indexOf(Math.max(...shades));
    return shades.slice(0, Math.max(0, paper - 30)).reduce((sum, pixels) => sum + pixels, 0);
  });
}

async function focusedBoxIsInSight(viewer: Locator, paper: Locator): Promise<void> {
  const box = viewer.locator('button[aria-current=true]');
  await expect(box).toHaveCount(1);
  await expect
    .poll(async () => {
      const [inner, outer] = [await box.boundingBox(), await paper.boundingBox()];
      if (inner === null || outer === null) return false;
      return (
        inner.x >= outer.x - 1 &&
        inner.y >= outer.y - 1 &&
        inner.x + inner.width <= outer.x + outer.width + 1 &&
        inner.y + inner.height <= outer.y + outer.height + 1
      );
    })
    .toBe(true);
}

async function readPercent(viewer: Locator): Promise<number> {
  return Number(/(\d+) %/.exec(await viewer.innerText())?.[1]);
}

function selectedOn(viewer: Locator): Promise<string> {
  return viewer.locator('canvas').evaluate((canvas) => {
    const words = canvas.parentElement?.nextElementSibling;
    const selection = globalThis.getSelection();
    if (words !== null && words !== undefined) selection?.selectAllChildren(words);
    return selection?.toString() ?? '';
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
