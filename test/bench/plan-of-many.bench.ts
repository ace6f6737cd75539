import assert from 'node:assert/strict';
import { rounded, type Bench } from '#scripts/bench-figure.ts';
import { built, measuredInConsole } from './measured-by.ts';
import type { MeasuredPlan } from './programs/measure-plan-of-many.ts';

/** The cause has failed 50,200 documents, which are more than a plan takes. */
const world = { tenants: 100, batches: 502, documents: 100 };

/** Plans all documents of a cause over the embedded AWS, which is another process, up to the most that a plan has. */
export const bench: Bench = async () => {
  const server = await built('plant-failures');
  const made = await measuredInConsole<MeasuredPlan>('measure-plan-of-many', server, JSON.stringify(world));
  assert.equal(made.items, 50_000);
  assert.equal(made.atLeast, world.batches * world.documents);
  const of = `${made.items.toLocaleString('en')} documents of ${made.batches} batches of ${made.tenants} tenants`;
  const one = { better: 'lower', n: 1 } as const;
  return [
    {
      ...one,
      name: 'plan-of-many.plan',
      value: rounded(made.mainMs / 1_000),
      unit: 's',
      note: `${of}, each found and then read again by its key: ${made.calls} calls, ${made.rru.toLocaleString('en')} RRU; processor time in main, which decodes and judges them, against ${rounded(made.awsMs / 1_000)} s in the embedded AWS; ${rounded(made.planMs / 1_000)} s went by`,
      bar: 30,
    },
    {
      ...one,
      name: 'plan-of-many.memory',
      value: rounded(made.heldMb),
      unit: 'MB',
      note: `what the plan holds in main; the process had ${rounded(made.peakMb)} MB at most`,
      bar: 60,
    },
    {
      ...one,
      name: 'plan-of-many.start',
      value: rounded(made.startMs),
      unit: 'ms',
      note: `the journal's first line of ${rounded(made.journalMb)} MB is on disk, in processor time; the hash took ${rounded(made.hashMs)} ms of the plan's time`,
      bar: 2_000,
    },
    {
      ...one,
      name: 'plan-of-many.resume',
      value: rounded(made.resumeMs),
      unit: 'ms',
      note: 'the journal is read and checked after a restart',
      bar: 3_000,
    },
    {
      ...one,
      name: 'plan-of-many.page',
      value: rounded(made.pageMs),
      unit: 'ms',
      note: `200 documents of the plan; the dialog itself gets ${rounded(made.dialogKb)} KB, with its batches and without its documents; a watched job takes ${rounded(made.detailMs)} ms`,
      bar: 100,
    },
  ];
};
