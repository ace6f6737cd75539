import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';

interface Opening {
  readonly ready: number;
  readonly ms: number;
  readonly megabytes: number;
}

const rounds = 5;
const changes = 4_000;

/** Measures how soon the sandbox with its past is ready, each time in a separate process. */
export const bench: Bench = async () => {
  const first: number[] = [];
  const again: number[] = [];
  const ready: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-past-'));
    first.push((await measuredBy<Opening>('measure-past', folder, String(changes))).ms);
    const { ready: open, ms, megabytes } = await measuredBy<Opening>('measure-past', folder);
    ready.push(open);
    again.push(ms);
    sizes.push(megabytes);
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    {
      name: 'pocket.sandbox.first',
      value: rounded(percentile(first, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: first.length,
      note: 'the sandbox from nothing to the first answer, in a process that has just begun',
      bar: 1_500,
    },
    {
      name: 'pocket.sandbox.ready',
      value: rounded(percentile(ready, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: ready.length,
      note: `open again over a journal of ${changes.toLocaleString('en')} changes to documents`,
      bar: 300,
    },
    {
      name: 'pocket.sandbox.again',
      value: rounded(percentile(again, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: again.length,
      note: 'the same to its first answer: the failed batches of a tenant, which are told only then',
    },
    {
      name: 'pocket.sandbox.memory',
      value: rounded(percentile(sizes, 0.5)),
      unit: 'MB',
      better: 'lower',
      n: sizes.length,
      note: 'resident size of its process then',
    },
  ];
};
