import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import type { ListedBatch, Metered } from '#main/features/costs/known-costs.ts';
import { openMeterStore } from '#main/features/costs/meter-store.ts';
import { listSetAside } from '#main/home/lost-files.ts';
import { aHome } from '#test/builders/a-home.ts';

const bounds = { batches: 4, connections: 2 };

function aStore(home = aHome()) {
  const warned: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  return { home, warned, open: () => openMeterStore({ home, log, now: () => 0, bounds }) };
}

function aListed(batchId: string, stamp: string | null = '1|now'): ListedBatch {
  const of = { tenantId: 'northwind', projectId: 'freight', workflowId: 'fuel', createdAt: null, day: null };
  return { ...of, batchId, run: 1, documents: 1, isCounted: true, processed: 1, isInWork: false, stamp };
}

function aMetered(pages: number): Metered {
  const one = computeTotals({ textract: { pages, ms: 10 }, gapFill: null, verify: null });
  return { totals: addTotals(one, computeTotals(null)), repeated: 1 };
}

const metersIn = (home: string): string[] =>
  readdirSync(join(home, 'meter')).filter((name) => name.endsWith('.jsonl'));
const fileIn = (home: string): string => join(home, 'meter', metersIn(home)[0] ?? '');

describe('the consumption of batches', () => {
  it('is known again after a restart, for the same version alone', () => {
    const { open } = aStore();
    const meter = open().of('local', 'a world');
    meter.keep(aListed('b-1'), aMetered(3));
    expect(meter.find(aListed('b-1'))).toMatchObject(aMetered(3));
    const next = open().of('local', 'a world');
    expect(next.find(aListed('b-1'))).toMatchObject(aMetered(3));
    expect(next.find(aListed('b-1', '2|later'))).toBeUndefined();
    expect(next.find(aListed('b-2'))).toBeUndefined();
    next.keep(aListed('b-1', '2|later'), aMetered(4));
    const last = open().of('local', 'a world');
    expect(last.find(aListed('b-1', '2|later'))).toMatchObject(aMetered(4));
    expect(last.find(aListed('b-1'))).toBeUndefined();
  });

  it('is not stored for a batch without a time of change', () => {
    const { home, open } = aStore();
    const meter = open().of('local', 'a world');
    meter.keep(aListed('b-1', null), aMetered(3));
    expect(meter.find(aListed('b-1', null))).toBeUndefined();
    expect(existsSync(join(home, 'meter'))).toBe(false);
  });

  it('names no person and no id, and is private to its owner', () => {
    const { home, open } = aStore();
    open().of('local', 'the world of seed 1').keep(aListed('the-batch'), aMetered(3));
    const text = readFileSync(fileIn(home), 'utf8');
    expect(`${text}${fileIn(home).slice(home.length)}`).not.toMatch(
      /northwind|freight|fuel|the-batch|local|world of/,
    );
    expect(statSync(fileIn(home)).mode & 0o077).toBe(0);
  });

  it('belongs to one world: another one starts empty, and late results of the first are dropped', () => {
    const { open } = aStore();
    const store = open();
    const first = store.of('local', 'one');
    first.keep(aListed('b-1'), aMetered(3));
    const second = store.of('local', 'another');
    expect(second.find(aListed('b-1'))).toBeUndefined();
    first.keep(aListed('b-1'), aMetered(3));
    expect(second.find(aListed('b-1'))).toBeUndefined();
    second.keep(aListed('b-2'), aMetered(5));
    expect(open().of('local', 'one').find(aListed('b-1'))).toBeUndefined();
  });

  it('belongs to one connection, and is deleted on request', () => {
    const { home, open } = aStore();
    const store = open();
    const local = store.of('local', 'w');
    local.keep(aListed('b-1'), aMetered(3));
    store.of('staging', 'w').keep(aListed('b-1'), aMetered(9));
    store.forget('local');
    local.keep(aListed('b-1'), aMetered(3));
    expect(metersIn(home)).toHaveLength(1);
    expect(open().of('local', 'w').find(aListed('b-1'))).toBeUndefined();
    expect(open().of('staging', 'w').find(aListed('b-1'))).toMatchObject(aMetered(9));
  });
});

describe('the file of consumption', () => {
  it('stays small: the newest batches of the newest connections', () => {
    const { home, open } = aStore();
    const store = open();
    const meter = store.of('local', 'w');
    for (let at = 0; at < 50; at += 1) meter.keep(aListed(`b-${at}`), aMetered(at));
    for (const known of [meter, open().of('local', 'w')]) {
      expect(known.find(aListed('b-45'))).toBeUndefined();
      expect(known.find(aListed('b-46'))).toMatchObject(aMetered(46));
    }
    const lines = readFileSync(fileIn(home), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(1 + 1.5 * bounds.batches);
    for (const connection of ['a', 'b', 'c']) store.of(connection, 'w').keep(aListed('b-1'), aMetered(1));
    expect(metersIn(home).length).toBeLessThanOrEqual(bounds.connections);
  });

  it('that is broken loses only the broken part, and is set aside as it was', () => {
    const { home, open } = aStore();
    const meter = open().of('local', 'w');
    meter.keep(aListed('b-1'), aMetered(1));
    appendFileSync(fileIn(home), '7\n["x","y",-1,{}]\n');
    meter.keep(aListed('b-2'), aMetered(2));
    appendFileSync(fileIn(home), '["cut off');
    const next = open().of('local', 'w');
    expect(next.find(aListed('b-1'))).toMatchObject(aMetered(1));
    expect(next.find(aListed('b-2'))).toMatchObject(aMetered(2));
    expect(listSetAside(home)).toMatchObject([{ reason: 'damaged' }]);
    next.keep(aListed('b-3'), aMetered(3));
    const last = open().of('local', 'w');
    for (const at of [1, 2, 3]) expect(last.find(aListed(`b-${at}`))).toMatchObject(aMetered(at));
    writeFileSync(fileIn(home), 'nothing that anybody wrote');
    const restarted = open().of('local', 'w');
    expect(restarted.find(aListed('b-1'))).toBeUndefined();
    expect(listSetAside(home)).toHaveLength(2);
    restarted.keep(aListed('b-1'), aMetered(7));
    expect(open().of('local', 'w').find(aListed('b-1'))).toMatchObject(aMetered(7));
  });

  it('that cannot be written is logged and lost', () => {
    const { home, open, warned } = aStore();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'meter'), 'a file where the folder should be');
    const meter = open().of('local', 'w');
    meter.keep(aListed('b-1'), aMetered(1));
    expect(meter.find(aListed('b-1'))).toMatchObject(aMetered(1));
    expect(warned).toContain('what a batch consumed was not kept');
    expect(existsSync(join(home, 'meter'))).toBe(true);
  });
});
