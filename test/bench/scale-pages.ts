import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.ts';
import { startConsole } from '#scripts/start-console.ts';
import { homeOn } from './programs/scaled-console.ts';
import { nameTenant, nameQueues } from './programs/scaled-ids.ts';

const rounds = 7;
const patienceMs = 30_000;

/** A view that a person opens, at each size. */
export interface MeasuredView {
  readonly name: string;
  readonly at: readonly {
    readonly number: number;
    /** Milliseconds from the navigation, or from the click, to the frame with the first row. */
    readonly times: readonly number[];
    /** The heap of the page afterwards, collected. */
    readonly heapMb: number;
  }[];
}

interface View {
  readonly path: (number: number) => string;
  /** The first row is there. */
  readonly shown: string;
  /** Pressed after the view is open; the time then counts from there. */
  readonly press?: string;
}

const views: Readonly<Record<string, View>> = {
  batches: {
    path: (number) => `/triage?tenant=${nameTenant('batches', number)}`,
    shown: '[role=listbox][aria-label^="Batches of"] [data-index="0"]',
  },
  documents: {
    path: (number) => {
      const tenantId = nameTenant('documents', number);
      return `/triage?tenant=${tenantId}&batch=${tenantId}-1&documents=all`;
    },
    shown: '[role=grid][aria-label=Documents] [data-index="0"]',
  },
  causes: {
    path: (number) => {
      const tenantId = nameTenant('documents', number);
      return `/triage?tenant=${tenantId}&batch=${tenantId}-1`;
    },
    shown: 'section[aria-label="Failure groups"] [data-group]',
  },
  letters: {
    path: (number) => `/dead-letters?queue=${nameQueues(number).documentDeadLetterQueue}`,
    shown: '[role=grid][aria-label="Sampled messages"] [data-index="0"]',
    press: 'Sample 10',
  },
};

interface Opened {
  readonly number: number;
  readonly page: Page;
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Opens the shipped console on the served AWS for each number, and its views in turns. */
export async function measureViews(
  address: string,
  numbers: readonly number[],
): Promise<readonly MeasuredView[]> {
  const browser = await chromium.launch(findBrowser().launchOptions);
  const opened: Opened[] = [];
  try {
    for (const number of numbers) opened.push(await openOn(browser, address, number));
    const measured: MeasuredView[] = [];
    for (const [name, view] of Object.entries(views)) {
      const times: number[][] = opened.map(() => []);
      // The first round loads the code, so it is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        for (let turn = 0; turn < opened.length; turn += 1) {
          const at = (round + turn) % opened.length;
          const one = opened[at];
          if (one === undefined) continue;
          const took = await openView(one, view);
          if (round > 0) times[at]?.push(took);
        }
      }
      const heaps: number[] = [];
      for (const { page } of opened) heaps.push((await measureHeap(page)) / 1_048_576);
      const at = opened.map(({ number }, which) => ({
        number,
        times: times[which] ?? [],
        heapMb: heaps[which] ?? Number.NaN,
      }));
      measured.push({ name, at });
    }
    return measured;
  } finally {
    await browser.close();
    for (const { stop } of opened) await stop();
  }
}

async function openOn(browser: Browser, address: string, number: number): Promise<Opened> {
  const { home, connectionId, env } = await homeOn(address, number);
  const host = await startConsole({ build: 'out', home, flags: ['--connection', connectionId], env });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(host.address);
  await page.getByRole('navigation').waitFor();
  return { number, page, origin: host.origin, stop: () => host.stop() };
}

async function openView({ page, origin, number }: Opened, { path, shown, press }: View): Promise<number> {
  await page.goto(`${origin}${path(number)}`, { waitUntil: 'commit' });
  if (press === undefined) return page.evaluate<number>(whenShown(shown, '0'));
  // The messages of the round before are still held.
  await page.getByRole('navigation').waitFor();
  await page.evaluate(release(nameQueues(number).documentDeadLetterQueue));
  await page.reload();
  const button = page.getByRole('button', { name: press, exact: true });
  await button.waitFor();
  // The time is taken in the page, so that polling from outside is not part of it.
  await page.evaluate(`void (window.firstRow = new Promise((resolve) => {
    addEventListener('click', () => { const began = performance.now(); resolve(${whenShown(shown, 'began')}); }, { capture: true, once: true });
  }))`);
  await button.click();
  return page.evaluate<number>('window.firstRow');
}

function release(queue: string): string {
  return `fetch('/call/dead-letters.release', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { queue: '${queue}' }, idempotencyKey: crypto.randomUUID() }),
  }).then((answer) => answer.json())`;
}

function whenShown(shown: string, began: string): string {
  return `new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No row is shown')), ${patienceMs});
    const look = () => {
      if (document.querySelector(${JSON.stringify(shown)}) === null) requestAnimationFrame(look);
      // The frame must be drawn first.
      else requestAnimationFrame(() => resolve(performance.now() - ${began}));
    };
    look();
  })`;
}

async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let again = 0; again < 3; again += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
