import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { megabytesADay, megabytesAnHour, type SoakSample } from '../../../bench/soak-slope.ts';
import type { Soaked } from '../../../bench/programs/measure-soak.ts';

const outDir = '.cache/soak';
const refreshes = 300;
const samples = 10;
/**
 * This is in MB an hour. A heap varies by more than so few refreshes could add at the pace of 1, which the
 * full run of `npm run bench -- soak` checks. An answer that is never freed exceeds both.
 */
const steepest = 10;

beforeAll(async () => {
  for (const entry of ['test/bench/programs/measure-soak.ts', 'src-local/host/worker-entry.ts']) {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: entry,
        outDir,
        emptyOutDir: false,
        target: 'node20.19',
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      },
    });
  }
}, 120_000);

describe('lists that are refreshed over and over', { timeout: 600_000 }, () => {
  it('leave nothing behind in the main process', async () => {
    const { samples: taken, resources } = await soaked();
    expect(megabytesAnHour(taken)).toBeLessThan(steepest);
    expect(resources.at(-1)?.open).toEqual(resources[0]?.open);
  });

  it('a process that keeps each answer is detected', async () => {
    const { samples: taken } = await soaked('keep');
    expect(megabytesAnHour(taken)).toBeGreaterThan(steepest);
  });
});

it('the slope is taken from the last three quarters, for a day of eight hours and 20,000 refreshes', () => {
  const at = (nth: number): number => nth * 1_000;
  const rising: readonly SoakSample[] = Array.from({ length: 21 }, (_, nth) => ({
    refreshes: at(nth),
    // The heap warms up until its fourth sample, and then grows by 1 MB each.
    bytes: nth < 5 ? at(nth) * 1_000_000 : (100 + nth) * 2 ** 20,
  }));
  expect(megabytesADay(rising)).toBeCloseTo(20);
  expect(megabytesAnHour(rising)).toBeCloseTo(2.5);
});

async function soaked(...keeps: readonly string[]): Promise<Soaked> {
  const program = [
    `${outDir}/measure-soak.js`,
    `${outDir}/worker-entry.js`,
    String(refreshes),
    String(samples),
    'short',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', ...program, ...keeps], {
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout) as Soaked;
}
