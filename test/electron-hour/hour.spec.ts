import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { sandboxProblem } from '#main/start/find-desktop.ts';
import { localAccount } from '#scripts/pictures/local-account.ts';
import { freshHome } from '#scripts/start-console.ts';
import { sumHeap } from '../bench/heap-parts.ts';
import { removeHome } from '../electron-smoke/desktop.ts';
import { findElectronRuntime } from '../electron-smoke/electron-runtime.ts';
import type { HourSample, HourSettings } from './driver.ts';

/** A shorter run, for whoever looks for what grows, compares the same shares of its time. */
const minutes = Number(process.env['SLUICE_MINUTES'] ?? 60);
/**
 * The bar holds after the first ten minutes, so by then the engine is to have compiled what it will compile: these
 * minutes go through the pages two and a half times as fast.
 */
const warmUp = fillWith(12_000, minutes / 6);
const roundsMs = [...warmUp, ...fillWith(30_000, (minutes * 5) / 6)];
const rounds = roundsMs.length;
/**
 * The window's heap is taken apart after these rounds: before the minutes that are compared, because taking a heap apart
 * needs memory of its own, and at the end.
 */
const snapshots = [Math.ceil(warmUp.length * 0.9), rounds] as const;
const seed = 20_261_127;
/** Nothing may grow by as much as this after the first ten minutes. */
const mostGrowth = 0.1;
/** A busy machine may be late with a page or a job; a run in which most of them fail proves nothing. */
const fewestJobs = 0.4 * rounds;
const fewestPages = 14 * rounds;

const entry = fileURLToPath(new URL('../../out-test/main/electron.js', import.meta.url));

test('an hour of polling, jobs and pages leaves the window and the program at the memory they had', async () => {
  test.setTimeout((minutes + 5) * 60_000);
  const work = mkdtempSync(join(tmpdir(), 'sluice-hour-'));
  const home = freshHome();
  const file = join(work, 'samples.jsonl');
  // An account of its own process, because the sandbox would be in main's, with all that its pipelines write in an hour.
  const account = await localAccount('admin', 'out-test');
  const connections = [account.connection('staging', 'Staging', 'staging')];
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
  try {
    await runConsole(await buildDriver(work), home, account.env, { roundsMs, seed, file, snapshots });
  } finally {
    removeHome(home);
    await account.stop();
  }
  const samples = readSamples(file);
  const kept = process.env['SLUICE_FIGURES'];
  if (kept !== undefined) copyFileSync(file, kept);
  const figures = judge(samples, file);
  const text = JSON.stringify(figures, null, 2);
  await test.info().attach('memory', { body: text, contentType: 'application/json' });
  process.stdout.write(`${text}\n`);

  expect(samples).toHaveLength(rounds);
  const { pages, jobs } = samples.at(-1) ?? { pages: 0, jobs: 0 };
  expect(pages).toBeGreaterThan(fewestPages);
  expect(jobs).toBeGreaterThanOrEqual(fewestJobs);
  for (const [what, { growth }] of Object.entries(figures.judged)) {
    expect(growth, `${what} grew`).toBeLessThan(mostGrowth);
  }
});

function fillWith(roundMs: number, ofMinutes: number): readonly number[] {
  return new Array<number>(Math.round((ofMinutes * 60_000) / roundMs)).fill(roundMs);
}

/** Electron requires a module that is one file and no ES module. */
async function buildDriver(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('driver.ts', import.meta.url)),
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: {
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: 'driver.cjs' },
      },
    },
  });
  return join(outDir, 'driver.cjs');
}

async function runConsole(
  driver: string,
  home: string,
  keys: Readonly<Record<string, string>>,
  settings: HourSettings,
): Promise<void> {
  const runtime = findElectronRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const sandboxed = sandboxProblem(runtime.path) === undefined;
  const child = spawn(
    runtime.path,
    [...(sandboxed ? [] : ['--no-sandbox']), '-r', driver, entry, '--home', home, '--connection', 'staging'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, ...keys, SLUICE_HOUR: JSON.stringify(settings) },
      timeout: minutes * 60_000 + 180_000,
      killSignal: 'SIGKILL',
    },
  );
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr = (stderr + text.toString('utf8')).slice(-4_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, stderr).toBe(0);
}

function readSamples(file: string): readonly HourSample[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as HourSample);
}

/**
 * Compares the median of the minutes 10 to 20 with the median of the minutes 50 to 60, and the data that the window keeps
 * at two moments. The window gives back some 20 MB every ten minutes, so medians of fewer minutes would depend on when.
 * The growth since minute 30, and what V8 has compiled, are told for whoever looks for what grows.
 */
function judge(samples: readonly HourSample[], file: string) {
  const between = (first: number, last: number) =>
    samples.filter(({ minute }) => minute >= (first / 60) * minutes && minute <= (last / 60) * minutes);
  const compare = (before: number, after: number) => ({ before, after, growth: after / before - 1 });
  const measureFrom = (first: number, read: (sample: HourSample) => number) =>
    compare(median(between(first, first + 10).map(read)), median(between(50, 60).map(read)));
  const [early, late] = snapshots.map((round) =>
    sumHeap(readFileSync(`${file}.${String(round)}.heapsnapshot`, 'utf8')),
  ) as [HeapApart, HeapApart];
  const measureSizes = (first: number) => ({
    windowHeap: measureFrom(first, ({ window }) => window.heapBytes),
    windowPrivate: measureFrom(first, ({ window }) => window.privateBytes),
    mainHeap: measureFrom(first, ({ main }) => main.heapBytes),
    mainResident: measureFrom(first, ({ main }) => main.residentBytes),
    mainPrivate: measureFrom(first, ({ main }) => main.privateBytes),
  });
  return {
    minutes: samples.at(-1)?.minute,
    pages: samples.at(-1)?.pages,
    jobs: samples.at(-1)?.jobs,
    problems: samples.flatMap(({ problems }) => problems).slice(0, 20),
    judged: {
      windowData: compare(early.data, late.data),
      mainData: measureFrom(10, ({ main }) => main.heapBytes - main.codeBytes),
      windowNodes: measureFrom(10, ({ window }) => window.nodes),
      windowListeners: measureFrom(10, ({ window }) => window.listeners),
      windowDocuments: measureFrom(10, ({ window }) => window.documents),
      ...measureSizes(10),
    },
    told: {
      windowCode: compare(early.code, late.code),
      mainCode: measureFrom(10, ({ main }) => main.codeBytes),
      sinceMinute30: measureSizes(30),
    },
  };
}

type HeapApart = ReturnType<typeof sumHeap>;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
