import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedgerLines } from '#main/dead-letters/ledger-file.ts';
import { openLedgers, type Ledgers } from '#main/dead-letters/open-ledgers.ts';
import { openLedger, readLedger, type RedriveLedger } from '#main/dead-letters/redrive-ledger.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

const log = { info() {}, warn() {}, error() {}, fatal() {} };
const about = { tenantId: 'northwind', batchId: 'batch-1', documentId: null, fileName: null };

function aRedrivePlan(planId: string): Plan {
  const items = [aPlanItem({ id: 'a' }), aPlanItem({ id: 'b' })];
  const target = { kind: 'redrive-messages' as const, queue: 'dead', messageIds: ['a', 'b'] };
  return { ...aPlan({ items }), planId, kind: 'redrive-messages', target };
}

function ledgersIn(home: string): Ledgers {
  return openLedgers({ home, now: () => Date.now(), log, open: undefined });
}

async function intend(ledger: RedriveLedger, ids: readonly string[]): Promise<number> {
  const batch = ledger.nextBatch();
  const messages = ids.map((id) => ({ id, handle: `handle-${id}`, about }));
  await ledger.append({ event: 'intent', batch, to: 'work', messages });
  return batch;
}

async function sendAndDelete(ledger: RedriveLedger, id: string): Promise<void> {
  const batch = await intend(ledger, [id]);
  const taken = [{ id, newId: `new-${id}` }];
  await ledger.append({ event: 'sent', batch, taken, refused: [], again: [], uncertain: [] });
  await ledger.append({ event: 'deleted', ids: [id] });
}

describe('the ledgers of redrives', () => {
  it('show every later look at the queue what was sent, and what may have been', async () => {
    const home = aHome();
    await ledgersIn(home).with(aRedrivePlan('one'), async (ledger) => {
      await sendAndDelete(ledger, 'a');
      await intend(ledger, ['b']);
    });
    const { sentBefore, sentByOthers } = ledgersIn(home);
    expect(sentBefore.of('local', 'dead', 'a')).toBe('sent');
    expect(sentBefore.of('local', 'dead', 'b')).toBe('uncertain');
    expect(sentBefore.of('local', 'other', 'a')).toBeNull();
    expect(sentBefore.of('else', 'dead', 'a')).toBeNull();
    expect(sentByOthers(aRedrivePlan('one'), 'a')).toBeNull();
    expect(sentByOthers(aRedrivePlan('two'), 'a')).toBe('sent');
  });

  it('report uncertain messages as sent if they have been sent since', async () => {
    const home = aHome();
    const ledgers = ledgersIn(home);
    await ledgers.with(aRedrivePlan('one'), (ledger) => intend(ledger, ['b']));
    expect(ledgers.sentBefore.of('local', 'dead', 'b')).toBe('uncertain');
    await ledgers.with(aRedrivePlan('two'), (ledger) => sendAndDelete(ledger, 'b'));
    expect(ledgers.sentBefore.of('local', 'dead', 'b')).toBe('sent');
  });

  it('say nothing of a world that no longer exists', async () => {
    const home = aHome();
    const ledgers = ledgersIn(home);
    await ledgers.with(aRedrivePlan('one'), (ledger) => sendAndDelete(ledger, 'a'));
    await ledgers.forget('else');
    expect(ledgers.sentBefore.of('local', 'dead', 'a')).toBe('sent');
    await ledgers.forget('local');
    expect(ledgers.sentBefore.of('local', 'dead', 'a')).toBeNull();
    expect(ledgersIn(home).sentBefore.of('local', 'dead', 'a')).toBeNull();
  });

  it('are voided with their world even if one of them is damaged, or cannot be written', async () => {
    const home = aHome();
    const ledgers = ledgersIn(home);
    for (const id of ['a', 'b', 'c']) {
      await ledgers.with(aRedrivePlan(id), (ledger) => sendAndDelete(ledger, id));
    }
    appendFileSync(join(home, 'jobs', 'a.messages.jsonl'), 'no line\n');
    const failing = openLedgers({
      home,
      now: () => Date.now(),
      log,
      open: (file, bytes) =>
        file.includes('b.messages') ? Promise.reject(new Error('read-only')) : openLedgerLines(file, bytes),
    });
    await expect(failing.forget('local')).rejects.toThrow('not voided');
    const { sentBefore } = ledgersIn(home);
    expect(['a', 'b', 'c'].map((id) => sentBefore.of('local', 'dead', id))).toEqual([null, 'sent', null]);
  });

  it('report what they can if one of their lines is damaged', async () => {
    const home = aHome();
    const ledgers = ledgersIn(home);
    await ledgers.with(aRedrivePlan('one'), async (ledger) => {
      await sendAndDelete(ledger, 'a');
      await sendAndDelete(ledger, 'b');
    });
    const file = join(home, 'jobs', 'one.messages.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    // These lines said that b was sent, and that it was deleted.
    writeFileSync(file, lines.map((line, at) => (at > 4 && line !== '' ? 'damaged' : line)).join('\n'));
    const { sentBefore } = ledgersIn(home);
    expect(sentBefore.of('local', 'dead', 'a')).toBe('sent');
    expect(sentBefore.of('local', 'dead', 'b')).toBe('uncertain');
    await expect(ledgersIn(home).with(aRedrivePlan('one'), () => Promise.resolve())).rejects.toThrow(
      /line 6/,
    );
  });

  it('are written by one process at a time', async () => {
    const ledgers = ledgersIn(aHome());
    const order: string[] = [];
    await Promise.all(
      ['first', 'second'].map((name) =>
        ledgers.with(aRedrivePlan('one'), async (ledger) => {
          order.push(`${name} begins`);
          await sendAndDelete(ledger, name);
          order.push(`${name} ends`);
        }),
      ),
    );
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect([...ledgers.standings(aRedrivePlan('one')).keys()]).toEqual(['first', 'second']);
  });
});

describe('a ledger', () => {
  const place = { connectionId: 'local', queue: 'dead', kind: 'redrive-messages' };
  const inFile = () => `${aHome()}/jobs/plan.messages.jsonl`;

  it('is private to its owner, and keeps simultaneous entries in order', async () => {
    const file = inFile();
    const ledger = await openLedger(file, { place, now: () => 0 });
    await Promise.all(Array.from({ length: 50 }, (_, at) => intend(ledger, [`m${at}`])));
    await ledger.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([...readLedger(file).fold.standings.keys()]).toEqual(
      Array.from({ length: 50 }, (_, at) => `m${at}`),
    );
  });

  it('cuts off an incomplete line, and treats what was about to be sent as uncertain', async () => {
    const file = inFile();
    const first = await openLedger(file, { place, now: () => 0 });
    await intend(first, ['a', 'b']);
    await first.close();
    appendFileSync(file, '{"event":"sent","at":"2026');
    const second = await openLedger(file, { place, now: () => 0 });
    expect(second.recovered).toEqual(['a', 'b']);
    expect(second.standings.get('a')).toMatchObject({ state: 'uncertain', handle: 'handle-a' });
    await second.close();
    expect(readLedger(file).fold.standings.get('b')?.state).toBe('uncertain');
  });

  it('writes no more once a line could not be written', async () => {
    const file = inFile();
    let isFull = false;
    const ledger = await openLedger(file, {
      place,
      now: () => 0,
      async open(...given) {
        const lines = await openLedgerLines(...given);
        return {
          ...lines,
          append: (text) => (isFull ? Promise.reject(new Error('the disk is full')) : lines.append(text)),
        };
      },
    });
    await intend(ledger, ['a']);
    isFull = true;
    await expect(intend(ledger, ['b'])).rejects.toThrow('the disk is full');
    isFull = false;
    await expect(intend(ledger, ['c'])).rejects.toThrow('the disk is full');
    await ledger.close();
    expect([...readLedger(file).fold.standings.keys()]).toEqual(['a']);
  });

  it('is not continued if it is damaged', async () => {
    const file = inFile();
    const ledger = await openLedger(file, { place, now: () => 0 });
    await ledger.close();
    truncateSync(file, 3);
    appendFileSync(file, '\n');
    await expect(openLedger(file, { place, now: () => 0 })).rejects.toThrow(/line 1/);
  });
});
