import type { Page } from '@playwright/test';
import { askExample } from './explorer-questions.ts';
import { expect, looking as test } from './fixtures.ts';
import { axeViolations } from './shell-axe.ts';

// Each test opens its own address, so no first page is loaded.
test.use({ at: null });

for (const theme of ['dark', 'light'] as const) {
  test(`a question, its answer, an item and a refusal have no axe violation: ${theme}`, async ({
    console: { page, url },
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${url}/explorer?system=extraction&pattern=documentsByStatus`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await askExample(page, `${url}/explorer?system=hr&pattern=employeesOfOrg`);
    await expect(page.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('tree').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Keys' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'JSON' }).check();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`${url}/explorer?system=hr&view=something-else&q.entity=Organisation&q.by=name`);
    await page.getByRole('region', { name: 'No index answers this' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${url}/explorer?system=hr&view=refused`);
    await page.getByText('No refused questions yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1024, 640],
] as const) {
  test(`nothing overflows the window at ${width} × ${height}`, async ({ console: { page, url } }) => {
    await page.setViewportSize({ width, height });
    await askExample(page, `${url}/explorer?system=extraction&pattern=documentsByStatus`);
    expect(await cutOff(page)).toEqual([]);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tree').waitFor();
    expect(await cutOff(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeInViewport({ ratio: 1 });
  });
}

/** Lists the controls that cannot be pressed because they are drawn past an edge. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('main button, main input, main label')];
    return controls.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const isDrawn = control.checkVisibility() && width > 1 && control.closest('table') === null;
      const pane = control.closest('section')?.getBoundingClientRect();
      const isOut = pane !== undefined && (left < pane.left - 1 || right > pane.right + 1);
      return isDrawn && isOut
        ? [control.textContent || control.getAttribute('aria-label') || control.tagName]
        : [];
    });
  });
}
