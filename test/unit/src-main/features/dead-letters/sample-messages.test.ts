import { describe, expect, it } from 'vitest';
import type { Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { releaseOnChange } from '#main/features/dead-letters/hold-and-release.ts';
import { sampleMessages } from '#main/features/dead-letters/sample-messages.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aMessage, letters, partsOver } from './a-fake-queue.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const input = { queue: letters, most: 100, holdSeconds: 60 };

/** Answers each receive with the next of these, and then with no messages. */
function receiving(...answers: readonly (Result<readonly ReceivedMessage[]> | readonly string[])[]) {
  const asked: Parameters<Queues['receive']>[1][] = [];
  const receive: Queues['receive'] = (_queue, how) => {
    const answer = answers[asked.length] ?? [];
    asked.push(how);
    return Promise.resolve('ok' in answer ? answer : ok(answer.map((id) => aMessage(id))));
  };
  return { receive, asked };
}

const broken = refused({ code: 'aws-unreachable', message: 'SQS did not answer.', service: 'SQS' });

describe('receiving', () => {
  it('ends with three empty answers in a row, and is then complete', async () => {
    const queue = receiving(['a', 'b'], [], [], ['c'], [], ['a'], []);
    const answer = await sampleMessages(partsOver(queue))(input, context);
    expect(answer).toMatchObject({ ok: true, value: { isWhole: true, calls: 9 } });
    expect(answer.ok && answer.value.rows.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c']);
  });

  it('receives no more than requested, and is then incomplete', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `m${at}`);
    const queue = receiving(ids, ['x', 'y']);
    const answer = await sampleMessages(partsOver(queue))({ ...input, most: 12 }, context);
    expect(answer).toMatchObject({ ok: true, value: { isWhole: false, calls: 2 } });
    expect(queue.asked).toEqual([
      { most: 10, visibilitySeconds: 60 },
      { most: 2, visibilitySeconds: 60 },
    ]);
  });

  it('that fails keeps what it has, and says what may be hidden', async () => {
    const parts = partsOver(receiving(['a', 'b'], broken));
    const answer = await sampleMessages(parts)(input, context);
    expect(answer).toMatchObject({
      failure: {
        code: 'aws-unreachable',
        message:
          'SQS did not answer. 2 already received and held. Up to 10 more may be hidden from all readers for 60 s.',
      },
    });
    expect(parts.held.of('local', letters)).toHaveLength(2);
    expect(parts.shelf.find('local', letters)).toMatchObject({ isWhole: false, calls: 1 });
  });

  it('ends if this console holds too much', async () => {
    const body = 'x'.repeat(64 * 1_048_576);
    const large = (id: string) => ok([aMessage(id, { body })]);
    const queue = receiving(...['a', 'b', 'c', 'd', 'e'].map(large), large('f'));
    const all = partsOver(queue);
    // Messages in SQS are never this large, and explaining these would take correspondingly long.
    const parts = { ...all, facts: { ...all.facts, explain: () => Promise.resolve() } };
    expect(await sampleMessages(parts)(input, context)).toMatchObject({
      failure: {
        code: 'file-too-large',
        message: expect.stringContaining('5 already received and held') as string,
      },
    });
    expect(queue.asked).toHaveLength(5);
  });

  it('ends, and is incomplete, if SQS returns the same ones over and over', async () => {
    const queue = receiving(...Array.from({ length: 50 }, () => ['a']));
    const answer = await sampleMessages(partsOver(queue))(input, context);
    expect(answer).toMatchObject({ ok: true, value: { isWhole: false, calls: 21 } });
  });

  it('ends when the first may be received by others again, is incomplete, and says so', async () => {
    let now = Date.parse('2026-01-05T09:00:00.000Z');
    const tens = Array.from({ length: 60 }, (_, ten) =>
      Array.from({ length: 10 }, (__, at) => `${ten}-${at}`),
    );
    const { receive } = receiving(...tens);
    const slowly: Queues['receive'] = (...asked) => {
      now += 2_000;
      return receive(...asked);
    };
    const parts = { ...partsOver({ receive: slowly }), now: () => now };
    expect(await sampleMessages(parts)({ ...input, most: 600, holdSeconds: 30 }, context)).toMatchObject({
      failure: {
        message: expect.stringMatching(
          /^Sampling stopped after 150 messages: the hold on the first ones ended/,
        ) as string,
      },
    });
    expect(parts.shelf.find('local', letters)).toMatchObject({ isWhole: false, calls: 15 });
  });

  it.each(['queueHere', 'standing', 'receive', 'causes'] as const)(
    'can be stopped, whatever it waits for: %s',
    async (where) => {
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      const waits = async (here: typeof where): Promise<void> => (here === where ? gate : undefined);
      const { receive, asked } = receiving(['a', 'b']);
      const hidden: string[] = [];
      const change: Partial<Queues> = {
        configured: async () => waits('queueHere').then(() => ok([{ name: letters, source: 'work' }])),
        receive: async (...how) => waits('receive').then(() => receive(...how)),
        hide(_queue, handles, seconds) {
          hidden.push(...handles.map((handle) => `${handle} ${seconds}`));
          return Promise.resolve(handles.map(() => ({ kind: 'done', messageId: null })));
        },
      };
      const plain = partsOver(change);
      const { queues, reader } = plain.doors();
      const listeners = new Set<(session: Session) => void>();
      const parts = {
        ...plain,
        doors: () => ({
          ...plain.doors(),
          queues: {
            ...queues,
            standing: async (queue: string) => waits('standing').then(() => queues.standing(queue)),
          },
          reader: {
            ...reader,
            run: (async (...run) => waits('causes').then(() => reader.run(...run))) as typeof reader.run,
          },
        }),
      };
      releaseOnChange({
        ...parts,
        doorsOf: () => ({ queues }),
        onSession(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        log: { warn() {} },
      });
      const answer = sampleMessages(parts)(input, context);
      await settled();
      for (const listener of listeners) listener(aSession({ who: null }));
      open();
      expect(await answer).toMatchObject({ failure: { code: 'not-found', what: 'sample' } });
      await settled();
      const wasReceived = where === 'receive' || where === 'causes';
      expect(asked.length > 0).toBe(wasReceived);
      expect(hidden).toEqual(wasReceived ? ['handle of a 0', 'handle of b 0'] : []);
      expect(parts.held.of('local', letters)).toEqual([]);
      expect(parts.shelf.find('local', letters)).toBeUndefined();
    },
  );

  it('of a message again holds it by its new handle', async () => {
    const parts = partsOver(receiving(['a'], ok([aMessage('a', { receiptHandle: 'newer' })])));
    await sampleMessages(parts)(input, context);
    expect(parts.held.get('local', letters, 'a')?.message.receiptHandle).toBe('newer');
  });
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
