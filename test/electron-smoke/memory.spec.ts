import { expect } from '@playwright/test';
import type { ElectronApplication } from '@playwright/test';
import { soakPage } from '../bench/soak-page.ts';
import type { PageSample } from '../bench/soak-page.ts';
import { megabytesAnHour, refreshesOfADay } from '../bench/soak-slope.ts';
import { origin, shellIsThere, test } from './desktop.ts';
import { worldIsOpen } from '../e2e/triage-world.ts';

/**
 * An hour of work is an eighth of a day's refreshes, spread over the pages, while the account's clock passes that hour.
 * A short run does a part of it, and judges only what a leak of a whole page would show.
 */
const isLong = process.env['SLUICE_RUNS'] === 'long';
const minutes = isLong ? 60 : 6;
const parts = 12;
const refreshes = (refreshesOfADay / 8) * (minutes / 60);

test('an hour of work leaves the window and the program at the memory they had', async ({
  startOnAccount,
}, testInfo) => {
  test.setTimeout(isLong ? 1_800_000 : 300_000);
  const { app, page, account } = await startOnAccount('admin');
  await shellIsThere(page);
  await worldIsOpen(page);
  const samples: Sample[] = [];
  await soakPage(
    { page, origin },
    {
      refreshes,
      samples: parts,
      each: isLong ? 10 : 4,
      async onSample(window) {
        samples.push({ window, program: await measureProgram(app) });
        await account.pass((minutes * 60) / parts);
      },
    },
  );
  const settled = samples.slice(Math.ceil(samples.length / 4));
  const [first, last] = [settled[0], settled.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There are no samples.');
  const slope = (bytes: (sample: Sample) => number): number =>
    megabytesAnHour(samples.map((sample) => ({ refreshes: sample.window.refreshes, bytes: bytes(sample) })));
  const figures = {
    minutes,
    refreshes,
    windowHeapMb: [toMb(first.window.bytes), toMb(last.window.bytes)],
    windowHeapMbAnHour: round(slope(({ window }) => window.bytes)),
    programHeapMb: [toMb(first.program.heapBytes), toMb(last.program.heapBytes)],
    programHeapMbAnHour: round(slope(({ program }) => program.heapBytes)),
    nodes: [first.window.nodes, last.window.nodes],
    listeners: [first.window.listeners, last.window.listeners],
    documents: [first.window.documents, last.window.documents],
    processesMb: last.program.processes,
  };
  const text = JSON.stringify(figures, null, 2);
  await testInfo.attach('memory', { body: text, contentType: 'application/json' });
  process.stdout.write(`${text}\n`);

  expect(last.window.documents).toBe(first.window.documents);
  expect(last.window.nodes).toBeLessThan(first.window.nodes * 1.1);
  expect(last.window.listeners).toBeLessThan(first.window.listeners * 1.1);
  expect(toMb(last.window.bytes) - toMb(first.window.bytes)).toBeLessThan(5);
  expect(toMb(last.program.heapBytes) - toMb(first.program.heapBytes)).toBeLessThan(10);
});

test('closed palettes leave nothing in the window', async ({ start }) => {
  const { page } = await start();
  await shellIsThere(page);
  const session = await page.context().newCDPSession(page);
  const countNodes = async (): Promise<number> => {
    for (let again = 0; again < 3; again += 1) await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Memory.getDOMCounters')).nodes;
  };
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const openAndClose = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press('Control+k');
      await palette.waitFor();
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
    }
  };
  // The first ones leave what is kept once.
  await openAndClose(20);
  const before = await countNodes();
  await openAndClose(20);
  // A palette has some sixty nodes.
  expect(await countNodes()).toBeLessThan(before + 200);
});

interface Sample {
  readonly window: PageSample;
  readonly program: Program;
}

interface Program {
  /** The main process holds this much after a collection. */
  readonly heapBytes: number;
  /** The working set of each process, in MB. */
  readonly processes: Readonly<Record<string, number>>;
}

function measureProgram(app: ElectronApplication): Promise<Program> {
  return app.evaluate(({ app: main }) => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let again = 0; again < 3; again += 1) collect();
    const processes = main
      .getAppMetrics()
      .map(({ type, name, memory }) => [name ?? type, Math.round(memory.workingSetSize / 1_024)] as const);
    return { heapBytes: process.memoryUsage().heapUsed, processes: Object.fromEntries(processes) };
  });
}

function toMb(bytes: number): number {
  return round(bytes / 2 ** 20);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
