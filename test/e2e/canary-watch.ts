import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Searched } from '#test/builders/canary/search.ts';

export interface WatchedPage {
  /** This is everything seen so far, wherever a person or a program could have seen it. */
  readonly seen: Searched[];
  /** Counts the searched texts by kind. */
  readonly counted: () => Readonly<Record<string, number>>;
  /** Takes the page as it stands, with its storage, its cookies and its history. */
  snapshot(what: string): Promise<void>;
  /** Waits until the page's requests have been answered. */
  settled(): Promise<void>;
}

/** Records everything that reaches a page and everything that the page stores, as it happens. */
export async function watchPage(page: Page): Promise<WatchedPage> {
  const seen: Searched[] = [];
  const kinds = new Map<string, number>();
  let pending = 0;
  let quietSince = Date.now();
  const note = (kind: string, where: string, text: string): void => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    seen.push({ where: `${kind}: ${where}`, text });
  };
  const moved = (by: 1 | -1): void => {
    pending += by;
    quietSince = Date.now();
  };
  page.on('console', (message) => note('console message', message.type(), message.text()));
  page.on('pageerror', (error) => note('page error', error.name, String(error.stack)));
  page.on('framenavigated', (frame) => note('address', 'navigated', frame.url()));
  page.on('download', (download) => {
    moved(1);
    void download
      .path()
      .then((path) => note('export', download.suggestedFilename(), readFileSync(path, 'utf8')))
      .finally(() => moved(-1));
  });
  page.on('request', (request) => {
    note('request', new URL(request.url()).pathname, `${request.url()}\n${request.postData() ?? ''}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/call/')) return;
    moved(1);
    void response
      .text()
      .then(
        (text) => note('answer', pathname, `${JSON.stringify(response.headers())}\n${text}`),
        () => undefined,
      )
      .finally(() => moved(-1));
  });
  // The body of a stream never ends, so its events are recorded as they arrive.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', ({ eventName, data }) => note('event', eventName, data));

  return {
    seen,
    counted: () => Object.fromEntries(kinds),
    async snapshot(what) {
      note('page', what, await page.evaluate(documentAsItIs));
      note('storage', what, await page.evaluate(readStorage));
      const cookies = await page.context().cookies();
      // The session cookie opens only this console, so it is not searched.
      note('cookies', what, JSON.stringify(cookies.filter(({ httpOnly }) => !httpOnly)));
      const { entries } = await devtools.send('Page.getNavigationHistory');
      note('history', what, JSON.stringify(entries));
    },
    async settled() {
      // A page that has just loaded has not asked for anything yet.
      quietSince = Date.now();
      const isQuiet = (): boolean => pending === 0 && Date.now() - quietSince >= 800;
      // Some pages never stop polling, so the wait is limited and their requests are searched up to that
      // point.
      for (let attempt = 0; attempt < 40 && !isQuiet(); attempt += 1) await page.waitForTimeout(100);
    },
  };
}

/** Returns the drawn text, the values of the fields, and the text that only a screen reader announces. */
function documentAsItIs(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const canvases = [...document.querySelectorAll('iframe')].map(({ src }) => src);
  return [
    document.title,
    document.documentElement.outerHTML,
    document.body.innerText,
    ...fields.map(({ value }) => value),
    ...canvases,
    JSON.stringify(history.state),
  ].join('\n');
}

async function readStorage(): Promise<string> {
  const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(name)));
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      kept.push(
        name,
        store,
        await new Promise((resolve) => all.addEventListener('success', () => resolve(all.result))),
      );
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept.push(request.url, await (await cache.match(request))?.text());
    }
  }
  return JSON.stringify(kept);
}
