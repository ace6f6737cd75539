import type { Locator, Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import { actAs, decideAnyway, documentLike, expect, isYours, openOnDesk } from './review-world.ts';

/** A screen of 1440 × 900 and one of 1280 × 720 at 200 %, and 1280 × 720 itself. */
const sizes = [
  { width: 720, height: 450 },
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
];

test('notices of the desk cover neither each other nor the key bar, also at 200 %', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await page.clock.install();
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isPlain);
  await openOnDesk(page, url, document);
  // The answer is lost, which a notification of the window says.
  await page.route('**/call/review.decide', (route) => route.fulfill({ json: unknown }));
  await decideAnyway(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('not confirmed');
  await isYours(page);
  // A notice of the desk offers to take back that it was postponed.
  await page.keyboard.press('p');
  await expect(setAside(page)).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('p');
    expect(await setAside(page).count()).toBeGreaterThan(1);
  }).toPass({ intervals: [500] });
  // They stay for as long as this takes.
  await page.clock.pauseAt(Date.now() + 500);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.clock.runFor(100);
    expect(await setAside(page).count()).toBeGreaterThan(0);
    await expect.poll(() => findOverlaps(page)).toEqual([]);
  }
});

const unknown = {
  ok: false,
  failure: { code: 'pipeline-unreadable', message: 'The answer was lost.', reference: 'lost', status: 0 },
};

/** Decisions that can be taken back, at the desk, and notifications of the window. */
function notices(page: Page): Locator {
  return page.locator('[class*="_toast_"]');
}

function setAside(page: Page): Locator {
  return notices(page).filter({ hasText: 'Postponed' });
}

/** Names each pair of notices that cover each other, and each notice that covers the key bar or leaves the window. */
async function findOverlaps(page: Page): Promise<readonly string[]> {
  const [bar, ...all] = await Promise.all(
    [page.getByRole('button', { name: /^Approve/ }).last(), ...(await notices(page).all())].map(
      async (one) => ({
        text: (await one.textContent()) ?? '',
        box: await one.boundingBox(),
      }),
    ),
  );
  const shapes = [...all, ...(bar === undefined ? [] : [bar])];
  const { height = 0 } = page.viewportSize() ?? {};
  const outside = all.filter(({ box }) => box !== null && (box.y < 0 || box.y + box.height > height));
  const pairs = shapes.flatMap((one, at) =>
    shapes
      .slice(at + 1)
      .filter((other) => one.box !== null && other.box !== null && meet(one.box, other.box))
      .map((other) => `${one.text} / ${other.text}`),
  );
  return [...outside.map(({ text }) => `${text} is outside`), ...pairs];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function meet(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const isAbove = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !isBeside && !isAbove;
}
