import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotWritten } from '#main/jobs/journal.ts';
import { openLedger } from '#main/dead-letters/redrive-ledger.ts';
import { workThrough } from '#main/dead-letters/work-through.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aMessage, aRedrive } from './a-fake-queue.ts';

const place = { connectionId: 'local', queue: 'dead', kind: 'redrive-messages' };
/** Linux refuses each write to this device with ENOSPC. */
const full = '/dev/full';

describe.runIf(existsSync(full))('a redrive whose disk is full', () => {
  it('sends nothing, and says why', async () => {
    const { work, calls } = await aRedrive({ messages: [aMessage('a'), aMessage('b')] });
    let isFull = false;
    const file = `${aHome()}/jobs/plan.messages.jsonl`;
    const ledger = await openLedger(file, {
      place,
      now: () => 0,
      async open() {
        const handle = await open(full, 'a');
        return {
          append: async (text) => (isFull ? handle.appendFile(text) : undefined),
          close: () => handle.close(),
        };
      },
    });
    isFull = true;
    await expect(workThrough({ ...work, ledger }, ['a', 'b'])).rejects.toThrow(NotWritten);
    await expect(workThrough({ ...work, ledger }, ['a'])).rejects.toThrow(/ENOSPC/);
    expect(calls).toEqual([]);
    await ledger.close();
  });
});

describe('a disk that is full when an answer comes', () => {
  it('leaves what was sent as uncertain, and it is not sent again when there is room', async () => {
    let isFull = false;
    const { work, calls, sent, lines, file, reopen } = await aRedrive({
      messages: [aMessage('a')],
      sends: () => {
        isFull = true;
        return { kind: 'done', messageId: null };
      },
      writes() {
        if (isFull) throw new Error('ENOSPC: no space left on device');
      },
    });
    await expect(workThrough(work, ['a'])).rejects.toThrow(NotWritten);
    expect(calls).toEqual(['write intent', 'send {}']);
    isFull = false;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { uncertain } = await workThrough({ ...work, ledger: await reopen() }, ['a']);
    expect([...uncertain.keys()]).toEqual(['a']);
    expect(sent).toHaveLength(1);
    expect(calls).not.toContain('delete handle-a');
  });
});
