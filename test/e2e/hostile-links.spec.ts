import type { Page } from '@playwright/test';
import { expect, looking, shellIsThere } from './fixtures.ts';

/** Ids, keys and names come from documents and from links in tickets. Each one here looks like an address. */
const hostile = {
  '/find?id=': [
    'https://evil.example/',
    'javascript:document.title="taken"',
    'sluice://batch/b-1/reprocess',
    '"><img src=https://evil.example/x onerror=document.title="taken">',
  ],
  // The page of a link of a case says what it was given, and leads nowhere.
  '/open?in=': [
    'https://evil.example/',
    'sandbox&page=triage&plan=start',
    '111122223333:eu-west-1:evil.example/&page=triage',
  ],
  '/triage/': [
    '//evil.example/',
    'data:text/html,<script>document.title="taken"</script>',
    '[click](https://evil.example/)',
  ],
};

looking('text that looks like an address is never a link', async ({ console: { page, url } }) => {
  const asked = collectRequests(page);
  for (const [path, texts] of Object.entries(hostile)) {
    for (const text of texts) {
      await page.goto(url + path + encodeURIComponent(text));
      await shellIsThere(page);
      expect(await strayLinks(page, url), path + text).toEqual([]);
      expect(new URL(page.url()).origin).toBe(url);
    }
  }
  await expect(page).not.toHaveTitle(/taken/);
  expect(page.context().pages()).toHaveLength(1);
  expect(asked.filter((origin) => origin !== url)).toEqual([]);
});

function collectRequests(page: Page): string[] {
  const origins: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:') origins.push(origin);
  });
  return origins;
}

/** Finds links and forms that lead out of the console. */
function strayLinks(page: Page, url: string): Promise<string[]> {
  const places = page.locator('a[href], area[href], form[action], iframe, object, embed');
  return places.evaluateAll(
    (found, origin) =>
      found
        .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? element.tagName)
        .filter((address) => !URL.canParse(address, origin) || new URL(address, origin).origin !== origin),
    url,
  );
}
