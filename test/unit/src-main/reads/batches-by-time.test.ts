import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { BatchesByTime } from '#main/reads/batches-by-time.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aPartition, day, hour, idForms, noon, someBatches } from './a-partition.ts';

const idsOf = (batches: readonly Batch[]): string[] => batches.map(({ batchId }) => batchId).toSorted();

async function since(batches: BatchesByTime, time: number) {
  return valueOf(await batches.since(time));
}

describe('the batches of a project since a day', () => {
  it('are all there if ids are random, and as many as were created since', async () => {
    const partition = aPartition(someBatches(300, 'uuid'));
    for (const days of [1, 7, 30]) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const found = await since(partition.open(), noon - days * day);
      expect(idsOf(found.batches)).toEqual(partition.recount(noon - days * day));
      expect(found).toMatchObject({ isAll: true, how: { isAnyOrder: true, read: 300 } });
    }
  });

  it('are found by the time in their ids once all were seen to carry it, which reads much less', async () => {
    const partition = aPartition(someBatches(3_000, 'prefixed ulid'));
    const first = await since(partition.open(), noon - day);
    expect([partition.read(), first.isAll, first.how.isAnyOrder]).toEqual([3_000, true, false]);
    partition.add({ id: idForms['prefixed ulid']?.(noon + hour, 0, () => 0.1) ?? '', at: noon + hour });
    const second = await since(partition.open(), noon - day);
    expect(idsOf(second.batches)).toEqual(partition.recount(noon - day));
    expect(second).toMatchObject({ isAll: true, hasOlder: true });
    expect(partition.read()).toBeLessThanOrEqual(1 + 25 + 100);
  });

  it('are all read again after an hour, for batches that came in between', async () => {
    const partition = aPartition(someBatches(3_000, 'ulid'));
    await since(partition.open(), noon - day);
    partition.later(hour);
    partition.read();
    await since(partition.open(), noon - day);
    expect(partition.read()).toBe(3_000);
  });

  it.each([
    ['before all others', '00000000-0000-4000-8000-000000000000', noon],
    ['behind all others', 'ffffffff-0000-4000-8000-000000000000', noon],
    ['of another time than its item', idForms['ulid']?.(noon, 0, () => 0.9) ?? '', noon - 40 * day],
  ])('are all read as soon as one has an id %s', async (_what, id, at) => {
    const partition = aPartition(someBatches(3_000, 'ulid'));
    await since(partition.open(), noon - day);
    partition.add({ id, at });
    partition.read();
    const found = await since(partition.open(), noon - day);
    expect(idsOf(found.batches)).toEqual(partition.recount(noon - day));
    expect(found).toMatchObject({ isAll: true, how: { isAnyOrder: true, read: 3_001 } });
    expect(partition.read()).toBeLessThanOrEqual(3_001 + 1 + 25);
    // The next search also reads everything.
    await since(partition.open(), noon - day);
    expect(partition.read()).toBe(3_001);
  });

  it('are never found by the ids of a few', async () => {
    const partition = aPartition(someBatches(99, 'ulid'));
    await since(partition.open(), noon - day);
    await since(partition.open(), noon - day);
    expect(partition.read()).toBe(2 * 99);
  });

  it('are a lower bound if there are more than the limit', async () => {
    const partition = aPartition(someBatches(3_000, 'uuid'));
    const found = await since(partition.open({ left: 500, moreInForm: 5_000 }), noon - 30 * day);
    expect(found).toMatchObject({ isAll: false, isNewest: false, how: { isAnyOrder: true, read: 500 } });
    const inForm = aPartition(someBatches(3_000, 'ulid'));
    const more = await since(inForm.open({ left: 500, moreInForm: 5_000 }), noon - 30 * day);
    expect(more).toMatchObject({ isAll: true, how: { isAnyOrder: false, read: 3_000 } });
  });

  it('equal a recount, or are fewer and marked so, whatever the ids, their order and the budget', async () => {
    const forms = fc.constantFrom(...Object.keys(idForms));
    const asked = fc.record({
      forms: fc.array(forms, { minLength: 1, maxLength: 2 }),
      count: fc.integer({ min: 0, max: 400 }),
      over: fc.integer({ min: 1, max: 200 }),
      undated: fc.option(fc.integer({ min: 0, max: 399 }), { freq: 8 }),
      budget: fc.constantFrom(50, 250, 1_000),
      days: fc.constantFrom(1, 7, 30),
      added: forms,
      seed: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ forms: of, count, over, undated, budget, days, added, seed }) => {
        const unit = createDice(seed);
        const planted = of.flatMap((form) => someBatches(count, form, { over: over * day, unit }));
        const partition = aPartition(planted.map((one, at) => (at === undated ? { ...one, at: null } : one)));
        const from = noon - days * day;
        for (let look = 0; look < 3; look += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one look after the other
          const { batches, isAll } = await since(partition.open({ left: budget, moreInForm: budget }), from);
          const [found, all] = [idsOf(batches), partition.recount(from)];
          if (isAll) expect(found).toEqual(all);
          else expect(all).toEqual(expect.arrayContaining(found));
          expect(batches.map(({ createdAt }) => createdAt ?? '')).toEqual(
            batches.map(({ createdAt }) => createdAt ?? '').toSorted((a, b) => (a < b ? 1 : -1)),
          );
          // The first new batch has an id in a form that the partition already has. Later ones may use
          // another form, which makes the next look read everything.
          const form = look === 0 ? (of[0] ?? added) : added;
          if (look === 1) partition.later(hour);
          partition.add({ id: `${idForms[form]?.(noon + look, 5_000 + look, unit)}`, at: noon + look });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the newest batches, page by page', () => {
  it('are given once each, the newest first, and all of them in the end', async () => {
    for (const form of ['uuid', 'ulid', 'two series', 'date'] as const) {
      const partition = aPartition(someBatches(400, form));
      for (let look = 0; look < 2; look += 1) {
        const given: Batch[] = [];
        let place = undefined;
        do {
          // oxlint-disable-next-line no-await-in-loop -- page after page
          const page: Awaited<ReturnType<BatchesByTime['next']>> = await partition.open().next(place);
          const { batches, place: next, restBefore } = valueOf(page);
          given.push(...batches);
          place = next ?? undefined;
          if (place === undefined) expect(restBefore).toBe(-Infinity);
        } while (place !== undefined);
        expect(idsOf(given)).toEqual(partition.recount(0));
        const times = given.map(({ createdAt }) => createdAt ?? '');
        if (form !== 'date') expect(times).toEqual(times.toSorted().toReversed());
      }
    }
  });
});

/** Implements mulberry32. */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
