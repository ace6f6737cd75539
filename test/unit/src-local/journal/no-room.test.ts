import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
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
