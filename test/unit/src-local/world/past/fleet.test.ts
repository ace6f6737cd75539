import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';
import { Later } from '#local/journal/told.ts';
import { followBatch } from '#local/world/past/batch-course.ts';
import { findInFleet, isTroubled } from '#local/world/past/fleet.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { createPast, tellPast } from '#local/world/past/tell.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const facts = { seed: '1', anchor, account: '000000000000', region: 'local', endpoint: 'http://127.0.0.1' };
const table = nameItemsCollection(namesByConvention('sandbox').extraction.table);

/** It covers the names of 60 tenants, their batches, attention and causes. Raise `worldVersion` when it changes. */
const golden = 'db42624d1d5743d8735221688f8cb05d4e281220a98ff8be76778d8e8a18ed2f';

describe('a fleet of 10,000 tenants', { timeout: 30_000 }, () => {
  const { fleet } = planPast({ seed: '1', anchor, tenants: 10_000 });
  const tenantIds = [...fleet.tenantIds()];

  it('has tenants of different names, who send a few batches a week or several a day', () => {
    expect(tenantIds).toHaveLength(9_996);
    expect(new Set(tenantIds).size).toBe(9_996);
    expect(tenantIds[0]).toMatch(/^[a-z]+-[a-z]+$/);
    const counts = tenantIds.slice(0, 500).map((tenantId) => fleet.batches(tenantId).length);
    expect(counts.toSorted((one, other) => one - other)[250]).toBeLessThan(30);
    expect(Math.max(...counts)).toBeGreaterThan(120);
    const { batches, documents } = fleet.totals();
    expect([batches > 200_000, documents > 2_000_000]).toEqual([true, true]);
  });

  it('has about 300 failed batches and 1,200 waiting documents of a few percent of the tenants', () => {
    const fourteenDays = anchor - 14 * 86_400_000;
    const courses = fleet.troubled().map((batch) => followBatch(batch, anchor));
    expect(courses.every(({ updatedAt }) => updatedAt < anchor)).toBe(true);
    const failed = courses.filter(({ status, updatedAt }) => status === 'FAILED' && updatedAt > fourteenDays);
    const waiting = courses.filter(({ counts }) => counts.REVIEW_REQUIRED > 0);
    expect(Math.abs(failed.length - 280)).toBeLessThan(40);
    expect(
      Math.abs(waiting.reduce((sum, { counts }) => sum + counts.REVIEW_REQUIRED, 0) - 1_200),
    ).toBeLessThan(200);
    const tenants = new Set([...failed, ...waiting].map(({ batch }) => batch.workflow.tenantId));
    expect(tenants.size).toBeLessThan(500);
  });

  it('has nothing to look at in all other batches', () => {
    for (const tenantId of tenantIds.slice(0, 40)) {
      for (const batch of fleet.batches(tenantId)) {
        if (isTroubled(batch.story)) continue;
        const { status, counts } = followBatch(batch, anchor);
        expect([status, counts.SUCCEEDED]).toEqual(['SUCCEEDED', batch.size]);
      }
    }
  });

  it('finds a batch by its id alone, and none that is not there', () => {
    const batches = tenantIds.slice(2_000, 2_040).flatMap((tenantId) => fleet.batches(tenantId));
    for (const batch of batches) expect(findInFleet(fleet, batch.batchId)?.batchId).toBe(batch.batchId);
    expect(new Set(batches.map(({ batchId }) => batchId.slice(0, -2))).size).toBe(batches.length);
    expect(findInFleet(fleet, 'batch-01M7SJ8EE04C')).toBeUndefined();
    expect(findInFleet(fleet, 'batch-of-somewhere-else')).toBeUndefined();
  });
});

describe('a world of 60 tenants', { timeout: 30_000 }, () => {
  it('is told the same each time', () => {
    const shelves = tellPast(facts, 60).get(table)?.shelves;
    if (!shelves) throw new Error('The table is not told in shelves');
    const hash = createHash('sha256');
    for (const name of shelves.names()) {
      const isWanted = !name.includes('/') || /^(?:attention|causes)\//.test(name);
      if (!isWanted || name === 'messages') continue;
      for (const [key, item] of shelves.tell(name)) hash.update(key).update(JSON.stringify(read(item)));
    }
    expect(hash.digest('hex')).toBe(golden);
  });

  it('keeps its number of tenants where none is given, and starts over with another', () => {
    const { version } = createPast(60);
    expect(createPast().accepts?.(version)).toBe(true);
    expect(createPast(61).accepts?.(version)).toBe(false);
    expect(createPast().accepts?.('9')).toBe(false);
    expect(createPast(4).version).toBe(createPast().version);
  });
});

function read(told: unknown): Item {
  return (told instanceof Later ? told.make() : told) as Item;
}
