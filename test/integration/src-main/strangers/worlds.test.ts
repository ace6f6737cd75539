import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compareOnPocketAws, type ComparedWorld } from '#scripts/strangers/on-pocket-aws.ts';
import { strangersEnvironment } from '#scripts/strangers/open-console.ts';
import type { WorldOptions } from '#scripts/strangers/plan-world.ts';

/** The same worlds each time; SLUICE_SEED=random looks at others. */
const base = fc.readConfigureGlobal().seed ?? 1;
const groups = 25;
const worldsInGroup = 8;

beforeEach(() => {
  for (const [name, value] of Object.entries(strangersEnvironment)) vi.stubEnv(name, value);
});

/** Hundreds of worlds take their time where the machine does something else beside them. */
const timeout = 180_000;

describe('a deployment that keeps the keys of domain.md and nothing more', () => {
  it.each(Array.from({ length: groups }, (_, group) => group))(
    'is told as it is, worlds of group %i',
    { timeout },
    async (group) => {
      const options = Array.from({ length: worldsInGroup }, (_, at) => ({ seed: `${base}/${group}/${at}` }));
      expectTold(await Promise.all(options.map((one) => compareOnPocketAws({ ...one, now: Date.now() }))));
    },
  );

  it.each<[string, NonNullable<WorldOptions['giant']>]>([
    ['has many projects', { projects: 64 }],
    ['has a project with thousands of batches', { batches: 2_300 }],
    ['has a batch with thousands of documents', { documents: 2_300 }],
  ])('is told as it is where a tenant %s', { timeout }, async (name, giant) => {
    expectTold([await compareOnPocketAws({ seed: `${base}/${name}`, now: Date.now(), giant })]);
  });
});

function expectTold(worlds: readonly ComparedWorld[]): void {
  expect(worlds.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(worlds.flatMap(({ forbidden }) => forbidden)).toEqual([]);
  for (const { figures, calls } of worlds) {
    expect(figures).toBeGreaterThan(20);
    expect(calls).toBeGreaterThan(10);
  }
}
