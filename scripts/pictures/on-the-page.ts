import type { Page } from '@playwright/test';

export async function actAs(page: Page, personaId: 'reviewer' | 'admin'): Promise<void> {
  await page.evaluate(`fetch('/call/session.actAs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { personaId: '${personaId}' }, idempotencyKey: crypto.randomUUID() }),
  })`);
}

/** Waits until the data after the first paint has arrived too. */
export async function allIsRead(page: Page): Promise<void> {
  const main = page.locator('main');
  for (let quiet = 0, looks = 0; quiet < 4; looks += 1) {
    if (looks > 120) throw new Error(`${page.url()} is still reading after half a minute.`);
    await page.waitForTimeout(250);
    const reading = await main
      .locator('output')
      .filter({ hasText: /reading|loading/i })
      .count();
    const isReading = /not read yet|^(?:reading|loading)\b/im.test(await main.innerText());
    quiet = isReading || reading > 0 ? 0 : quiet + 1;
  }
}

/** Opens the batch through the page, because its id depends on the hour in which the world begins. */
export async function openFailedBatch(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/triage?tenant=northwind`);
  await page.getByText('31 failed', { exact: true }).click();
  await page
    .getByRole('button', { name: /^Reprocess \d+/ })
    .first()
    .waitFor();
}
