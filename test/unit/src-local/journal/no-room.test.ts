import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { openJournal } from '#local/journal/journal-file.ts';
import { lockFolder } from '#local/journal/folder-lock.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('when a new generation of the journal cannot be written', () => {
  it('the old one grows further, and nothing is lost', () => {
    const folder = aFolder();
    const makeRoom = takeRoom(folder);
    const store = openJournal(folder, { rewriteFrom: 1_000 });
    for (let n = 0; n < 100; n += 1) {
      store.collection('x').set(String(n), 'x'.repeat(50));
      store.flush();
    }
    store.close();
    makeRoom();
    const again = openJournal(folder);
    expect(again.collection('x').size).toBe(100);
    again.close();
  });

  it('a reset fails as a whole, and works once there is room', async () => {
    const folder = aFolder();
    const { aws, sqs } = aPocketAws({ folder });
    await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const makeRoom = takeRoom(folder);
    expect(() => aws.reset()).toThrow('EISDIR');
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toHaveLength(1);
    makeRoom();
    aws.reset();
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls ?? []).toEqual([]);
  });
});

describe('a full disk', () => {
  it('refuses writes, answers reads, and goes on when there is room again', () => {
    const folder = aFolder();
    let isFull = false;
    const store = openJournal(folder, { write: (...args) => writeUnless(isFull, args) });
    const letters = store.collection<number>('letters');
    letters.set('a', 1);
    store.flush();

    isFull = true;
    const mark = store.mark();
    letters.set('b', 2);
    expect(() => store.flush(mark)).toThrow(
      /Nothing more can be kept in .*no-room-.*: ENOSPC.*Make room there/,
    );
    expect(store.trouble()?.message).toContain(folder);
    // Nothing is changed by a read.
    const before = store.mark();
    expect(letters.get('a')).toBe(1);
    expect(() => store.flush(before)).not.toThrow();

    isFull = false;
    letters.set('c', 3);
    store.flush();
    expect(store.trouble()).toBeUndefined();
    store.close();
    const again = openJournal(folder);
    expect([...again.collection<number>('letters').entries()]).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    again.close();
  });

  it('loses nothing that was acknowledged, whenever it fills, is emptied, and the process is killed', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      length: fc.integer({ min: 0, max: 400 }),
      room: fc.option(fc.nat(600), { freq: 2 }),
      isKilled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const folder = aFolder();
        let room = Number.POSITIVE_INFINITY;
        const write = (file: number, bytes: Uint8Array, at: number): number => {
          const fits = Math.min(bytes.length - at, room);
          if (fits <= 0) throw new Error('ENOSPC: no space left on device, write');
          room -= fits;
          return writeSync(file, bytes, at, fits);
        };
        /** The state that was acknowledged last, and those that were refused since. */
        let states: Readonly<Record<string, string>>[] = [{}];
        let store = openJournal(folder, { rewriteFrom: 2_000, write });
        for (const [number, { key, length, room: next, isKilled }] of steps.entries()) {
          if (next !== null) room = next;
          else if (number % 5 === 0) room = Number.POSITIVE_INFINITY;
          const value = `${number}:${'x'.repeat(length)}`;
          const mark = store.mark();
          store.collection<string>('values').set(key, value);
          const state = Object.fromEntries(store.collection<string>('values').entries());
          try {
            store.flush(mark);
            states = [state];
          } catch {
            // It was refused, so it may be lost, but not without those after it.
            states.push(state);
          }
          if (!isKilled) continue;
          // The file is as a killed process leaves it.
          const copy = aFolder();
          cpSync(folder, copy, { recursive: true });
          store = openJournal(copy, { rewriteFrom: 2_000 });
          const kept = Object.fromEntries(store.collection<string>('values').entries());
          expect(states).toContainEqual(kept);
          return;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves no gap where a record was written in part after the journal was rewritten', () => {
    const folder = aFolder();
    let room = Number.POSITIVE_INFINITY;
    const write = (file: number, bytes: Uint8Array, at: number): number => {
      const fits = Math.min(bytes.length - at, room);
      if (fits <= 0) throw new Error('ENOSPC: no space left on device, write');
      room -= fits;
      return writeSync(file, bytes, at, fits);
    };
    const store = openJournal(folder, { rewriteFrom: 1, write });
    const letters = store.collection<string>('letters');
    letters.set('a', 'x'.repeat(200));
    store.flush();
    expect(existsSync(join(folder, 'state-1.journal'))).toBe(true);
    room = 20;
    letters.set('b', 'y'.repeat(200));
    expect(() => store.flush()).toThrow('ENOSPC');
    room = Number.POSITIVE_INFINITY;
    letters.set('c', 'z');
    store.flush();
    store.close();
    const again = openJournal(folder);
    expect([...again.collection<string>('letters').entries()].map(([key]) => key)).toEqual(['a', 'b', 'c']);
    again.close();
  });

  it('does not keep more in memory than the state is large', () => {
    const folder = aFolder();
    let isFull = true;
    const store = openJournal(folder, { write: (...args) => writeUnless(isFull, args) });
    const large = 'x'.repeat(1024 * 1024);
    for (let number = 0; number < 20; number += 1) {
      store.collection<string>('large').set('only', `${number}${large}`);
      expect(() => store.flush()).toThrow('ENOSPC');
    }
    isFull = false;
    store.collection<string>('large').set('last', 'one');
    store.flush();
    store.close();
    const again = openJournal(folder);
    expect(again.collection<string>('large').get('only')?.slice(0, 2)).toBe('19');
    expect(again.collection<string>('large').get('last')).toBe('one');
    again.close();
  });
});

describe('a folder', () => {
  it('deletes a generation that was never finished', () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'state.part'), 'half');
    openJournal(folder).close();
    expect(readdirSync(folder)).not.toContain('state.part');
  });

  it('is free again when its content cannot be opened', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    store.collection('sqs/queues').set('orders', null);
    store.close();
    expect(() => pocketAws({ folder })).toThrow();
    lockFolder(folder)();
  });
});

function writeUnless(isFull: boolean, args: [file: number, bytes: Uint8Array, at: number]): number {
  if (isFull) throw new Error('ENOSPC: no space left on device, write');
  return writeSync(...args);
}

/** Creates a folder in the place of the next generation's file. Returns the function that removes it. */
function takeRoom(folder: string): () => void {
  const inTheWay = join(folder, 'state.part');
  mkdirSync(inTheWay);
  return () => rmSync(inTheWay, { recursive: true });
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
