import { describe, expect, it } from 'vitest';
import type { Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { sampleMessages } from '#main/features/dead-letters/sample-messages.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { aMessage, letters, partsOver } from './a-fake-queue.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const input = { queue: letters, most: 100, holdSeconds: 60 };

/** Answers each receive with the next of these, and then with nothing. */
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
  it('ends with three answers in a row that bring nothing new', async () => {
    const queue = receiving(['a', 'b'], [], [], ['c'], [], ['a'], []);
    const answer = await sampleMessages(partsOver(queue))(input, context);
    expect(answer).toMatchObject({ ok: true, value: { isWhole: true, calls: 7 } });
    expect(answer.ok && answer.value.rows.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c']);
  });

  it('asks for no more than was said, and is not whole then', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `m${at}`);
    const queue = receiving(ids, ['x', 'y']);
    const answer = await sampleMessages(partsOver(queue))({ ...input, most: 12 }, context);
    expect(answer).toMatchObject({ ok: true, value: { isWhole: false, calls: 2 } });
    expect(queue.asked).toEqual([
      { most: 10, visibilitySeconds: 60 },
      { most: 2, visibilitySeconds: 60 },
    ]);
  });

  it('that breaks off keeps what it has, and says what may be hidden', async () => {
    const parts = partsOver(receiving(['a', 'b'], broken));
    const answer = await sampleMessages(parts)(input, context);
    expect(answer).toMatchObject({
      failure: {
        code: 'aws-unreachable',
        message:
          'SQS did not answer. 2 had been received before and are held. Up to 10 more may be hidden from everybody for 60 s.',
      },
    });
    expect(parts.held.of('local', letters)).toHaveLength(2);
    expect(parts.shelf.find('local', letters)).toMatchObject({ isWhole: false, calls: 1 });
  });

  it('ends where this console holds too much', async () => {
    const body = 'x'.repeat(64 * 1_048_576);
    const large = (id: string) => ok([aMessage(id, { body })]);
    const queue = receiving(...['a', 'b', 'c', 'd', 'e'].map(large), large('f'));
    const parts = partsOver(queue);
    expect(await sampleMessages(parts)(input, context)).toMatchObject({
      failure: { code: 'file-too-large', message: expect.stringContaining('5 had been received') as string },
    });
    expect(queue.asked).toHaveLength(5);
  });

  it('of a message again holds it by its new handle', async () => {
    const parts = partsOver(receiving(['a'], ok([aMessage('a', { receiptHandle: 'newer' })])));
    await sampleMessages(parts)(input, context);
    expect(parts.held.get('local', letters, 'a')?.message.receiptHandle).toBe('newer');
  });
});
