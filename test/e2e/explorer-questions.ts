import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses Q and moves down the list to the question. */
export async function chooseQuestion(page: Page, asks: string): Promise<void> {
  const questions = page.getByRole('list', { name: 'Questions', exact: true });
  await questions.waitFor();
  await page.keyboard.press('q');
  await expect(questions.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Home');
  for (let step = 0; step < 40; step += 1) {
    const title = await page.evaluate(() => document.activeElement?.getAttribute('title'));
    if (title === asks) {
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: asks }).waitFor();
      return;
    }
    await page.keyboard.press('j');
  }
  throw new Error(`There is no question “${asks}”.`);
}

export async function fillExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fill an example' }).press('Enter');
}

/** Opens the question at this address with the values of an example, and waits for the answer. */
export async function askExample(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillExample(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('region', { name: 'Receipt of this answer' }).waitFor();
}

/** Opens the overview of one document, which has ten items. */
export async function askOverview(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/explorer?system=funds&pattern=documentOverview&q.documentId=DOC001`);
  await page.getByLabel('Document', { exact: true }).press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toContainText('POSITION_1');
}

/** Returns the newest day for which the sandbox has downloads. It polls at six. */
export function lastPolledDay(now = Date.now()): string {
  return new Date(now - 6 * 3_600_000).toISOString().slice(0, 10);
}
