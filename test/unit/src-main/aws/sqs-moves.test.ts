import { describe, expect, it } from 'vitest';
import { aQueueService, bad, good, letters, type Reply } from './a-queue-service.ts';

describe('a move', () => {
  const SourceArn = `arn:aws:sqs:local:000000000000:${letters}`;

  it('is begun once, as fast as was said, without a destination', async () => {
    const { queues, sent } = aQueueService({ StartMessageMoveTask: [good({ TaskHandle: 't' })] });
    expect(await queues.startMove(letters, 25)).toEqual({ kind: 'done' });
    expect(await queues.startMove(letters, null)).toEqual({ kind: 'done' });
    expect(sent.map(({ input }) => input)).toEqual([
      { SourceArn, MaxNumberOfMessagesPerSecond: 25 },
      { SourceArn },
    ]);
  });

  it('that may have begun is unclear, and is not begun again', async () => {
    const { queues, sent } = aQueueService({ StartMessageMoveTask: ['reset'] });
    expect(await queues.startMove(letters, null)).toMatchObject({ kind: 'unclear' });
    expect(sent).toHaveLength(1);
  });

  it('that runs is cancelled by its handle', async () => {
    const Results = [
      { Status: 'COMPLETED', SourceArn },
      { Status: 'RUNNING', TaskHandle: 'running', SourceArn },
    ];
    const { queues, sent } = aQueueService({
      ListMessageMoveTasks: [good({ Results })],
      CancelMessageMoveTask: [good({ ApproximateNumberOfMessagesMoved: 3 })],
    });
    expect(await queues.cancelMove(letters)).toEqual({ kind: 'done' });
    expect(sent.at(-1)).toEqual({ operation: 'CancelMessageMoveTask', input: { TaskHandle: 'running' } });
  });

  it.each<[string, Reply, string]>([
    ['there is none', good({}), 'NothingMoves'],
    ['it has ended', good({ Results: [{ Status: 'CANCELLED', SourceArn }] }), 'NothingMoves'],
    ['nobody can say', 'reset', 'NoAnswer'],
    ['they may not be listed', bad('AccessDeniedException'), 'AccessDeniedException'],
  ])('is not cancelled where %s, and certainly so', async (_case, reply, name) => {
    const { queues, sent } = aQueueService({ ListMessageMoveTasks: [reply] });
    expect(await queues.cancelMove(letters)).toMatchObject({ kind: 'refused', name });
    expect(sent).toHaveLength(1);
  });
});
