import type { CDPSession, Page } from '@playwright/test';
import { sumHeap } from './heap-parts.ts';
import type { SoakSample } from './soak-slope.ts';

/** Holds what the browser counts for a page after a garbage collection. */
export interface PageSample extends SoakSample {
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
}

interface Soak {
  readonly refreshes: number;
  readonly samples: number;
  /** A page is refreshed this often before the next one opens. */
  readonly each?: number;
  /** Each page is refreshed this often before the measurement, so that its code is loaded and compiled. */
  readonly warmUp?: number;
  /** Compiled code is left out of the bytes, which takes a heap snapshot for each sample. */
  readonly leavesCodeOut?: boolean;
  /** Runs after each sample, while the page waits. */
  readonly onSample?: (sample: PageSample) => Promise<void>;
}

/** These pages have a button in their foot that reads their lists again. */
const places = [
  '/triage?tenant=northwind&status=FAILED',
  '/triage?tenant=kestrel&status=FAILED',
  '/dead-letters',
  '/today?tenant=northwind',
  '/triage?tenant=alder-finch&status=REVIEW_REQUIRED',
];

/**
 * Opens pages without a reload and refreshes them with the button in their foot. Samples are taken on the
 * first page.
 */
export async function soakPage(
  { page, origin }: { readonly page: Page; readonly origin: string },
  { refreshes, samples, each = 10, warmUp = 10, leavesCodeOut = false, onSample }: Soak,
): Promise<readonly PageSample[]> {
  const take = async (): Promise<Omit<PageSample, 'refreshes'>> => {
    const sample = await takeSample(session);
    return leavesCodeOut ? { ...sample, bytes: await measureData(session) } : sample;
  };
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  await page.goto(origin + (places[0] ?? ''));
  const taken: PageSample[] = [];
  let done = 0;
  for (const place of places) await refreshed(page, place, warmUp);
  const apart = refreshes / samples;
  while (done < refreshes) {
    await refreshed(page, places[0] ?? '', 1);
    if (done >= taken.length * apart) {
      const sample = { refreshes: done, ...(await take()) };
      taken.push(sample);
      await onSample?.(sample);
    }
    for (const place of places) {
      await refreshed(page, place, each);
      done += each;
    }
  }
  await refreshed(page, places[0] ?? '', 1);
  taken.push({ refreshes: done, ...(await take()) });
  await session.detach();
  return taken;
}

async function refreshed(page: Page, place: string, times: number): Promise<void> {
  await page.evaluate(`(async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve, 4));
    const named = (label) => document.querySelector('button[aria-label="' + label + '"]');
    const rests = async () => {
      for (let waited = 0; named('Read again') === null; waited += 1) {
        if (waited > 10_000) throw new Error('Nothing can be read again at ${place}');
        await turn();
      }
    };
    if (location.pathname + location.search !== ${JSON.stringify(place)}) {
      history.pushState({}, '', ${JSON.stringify(place)});
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      await turn();
    }
    for (let time = 0; time < ${times}; time += 1) {
      await rests();
      named('Read again').click();
      await turn();
    }
    await rests();
  })()`);
}

/** Returns the bytes of everything but compiled code, which V8 adds for as long as a page is used. */
async function measureData(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return sumHeap(chunks.join('')).data;
}

async function takeSample(session: CDPSession): Promise<Omit<PageSample, 'refreshes'>> {
  for (let again = 0; again < 3; again += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { metrics } = await session.send('Performance.getMetrics');
  const count = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    bytes: usedSize,
    nodes: count('Nodes'),
    listeners: count('JSEventListeners'),
    documents: count('Documents'),
  };
}
