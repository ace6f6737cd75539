import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareOnPocketAws, type ComparedWorld } from '#scripts/strangers/on-pocket-aws.ts';
import { strangersEnvironment } from '#scripts/strangers/open-console.ts';
import type { WorldOptions } from '#scripts/strangers/plan-world.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

/** The worlds are the same each time. SLUICE_SEED=random picks others. */
const base = fc.readConfigureGlobal().seed ?? 1;
const worldsInGroup = 8;
/** A world is planned from its seed and the time, so that a test that fails can be repeated. */
const beginsAt = Date.UTC(2026, 10, 23, 10);
/** Hundreds of worlds take long on a busy machine. */
const timeout = 180_000;

/**
 * Compares these groups of small worlds, or the first two of them in a short run. The groups are spread over several
 * files, which run side by side.
 */
export function itIsToldAsItIs(groups: { readonly from: number; readonly to: number }): void {
  useTheSameTime();
  const all = groups.to - groups.from + 1;
  const length = chooseRuns({ short: 2, long: all });
  const numbers = Array.from({ length }, (_, at) => groups.from + at);
  it.each(numbers)('shows worlds of group %i correctly', { timeout }, async (group) => {
    const options = Array.from({ length: worldsInGroup }, (_, at) => ({ seed: `${base}/${group}/${at}` }));
    expectTold(await Promise.all(options.map((one) => compareOnPocketAws({ ...one, now: Date.now() }))));
  });
}

export function itIsToldAsItIsWhere(name: string, giant: NonNullable<WorldOptions['giant']>): void {
  useTheSameTime();
  it(`is shown correctly if a tenant ${name}`, { timeout }, async () => {
    expectTold([await compareOnPocketAws({ seed: `${base}/${name}`, now: Date.now(), giant })]);
  });
}

function useTheSameTime(): void {
  beforeEach(() => {
    for (const [name, value] of Object.entries(strangersEnvironment)) vi.stubEnv(name, value);
    vi.useFakeTimers({ toFake: ['Date'], now: beginsAt, shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

function expectTold(worlds: readonly ComparedWorld[]): void {
  expect(worlds.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(worlds.flatMap(({ forbidden }) => forbidden)).toEqual([]);
  for (const { figures, calls } of worlds) {
    expect(figures).toBeGreaterThan(20);
    expect(calls).toBeGreaterThan(10);
  }
}
