import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, documentLetters, documents, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };
const queue = documentLetters;
const asked = { queue, perSecond: 5, reason: 'INC-2254: the table was throttled' };

describe('a move of a whole queue', patient, () => {
  it('is started as requested, and reported as it goes', async () => {
    const desk = await aDeadLetterDesk();
    const { moves } = valueOf(await desk.call('dead-letters.move', asked));
    expect(moves[0]).toMatchObject({ state: 'RUNNING', perSecond: 5, toMove: 46, to: null });
    await desk.world.sandbox.advance(4_000);
    const { queues } = valueOf(await desk.call('dead-letters.queues', {}));
    const { state, moved } = queues[0]?.queue?.moves[0] ?? {};
    expect([state, moved]).toEqual(['RUNNING', 20]);
  });

  it('goes as fast as SQS decides if no speed is named', async () => {
    const desk = await aDeadLetterDesk();
    const { moves } = valueOf(await desk.call('dead-letters.move', { ...asked, perSecond: null }));
    expect(moves[0]).toMatchObject({ state: 'RUNNING', perSecond: null });
  });

  it('leaves the messages that this console holds', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(queue, 20);
    const { moves } = valueOf(await desk.call('dead-letters.move', { ...asked, perSecond: 500 }));
    expect(moves[0]?.toMove).toBe(26);
    expect(desk.held.of('local', queue)).toHaveLength(20);
  });

  it('is not started beside another', async () => {
    const desk = await aDeadLetterDesk();
    await desk.call('dead-letters.move', asked);
    desk.asked();
    expect(await desk.call('dead-letters.move', asked)).toMatchObject({
      failure: { code: 'job-refused', state: 'RUNNING' },
    });
    expect(desk.asked()).not.toContain('StartMessageMoveTask');
    expect(
      valueOf(await desk.call('dead-letters.move', { ...asked, queue: webhookLetters })).moves[0]?.state,
    ).toBe('RUNNING');
  });

  it('is not started if the lock has closed, or another connection was opened, while the queue was read', async () => {
    const unlocked = aConnectionSummary({ readOnly: false, unlockable: true });
    for (const then of [
      aConnectionSummary({ readOnly: true, unlockable: true }),
      aConnectionSummary({ id: 'another', readOnly: false, unlockable: false }),
    ]) {
      let onLook = (): void => undefined;
      const desk = await aDeadLetterDesk({
        through: (dispatch) => (request, signal) => {
          if (request.headers['x-amz-target']?.endsWith('GetQueueAttributes')) onLook();
          return dispatch(request, signal);
        },
      });
      desk.be({ connection: unlocked });
      onLook = () => desk.be({ connection: then });
      expect(await desk.call('dead-letters.move', asked)).toMatchObject({ failure: { code: 'read-only' } });
      expect(desk.asked()).not.toContain('StartMessageMoveTask');
    }
  });

  it('is not started on a read-only connection, nor by support', async () => {
    const desk = await aDeadLetterDesk();
    desk.be({ connection: aConnectionSummary({ readOnly: true }) });
    desk.asked();
    expect(await desk.call('dead-letters.move', asked)).toMatchObject({ failure: { code: 'read-only' } });
    expect(await desk.call('dead-letters.cancelMove', { queue })).toMatchObject({
      failure: { code: 'read-only' },
    });
    expect(await desk.call('dead-letters.hold', { queue, seconds: 60 })).toMatchObject({
      failure: { code: 'read-only' },
    });
    expect(desk.asked()).toEqual([]);
    const support = await aDeadLetterDesk({ role: 'support' });
    expect(await support.call('dead-letters.move', asked)).toMatchObject({
      failure: { code: 'role-required' },
    });
  });

  it('can be stopped even in production that has locked meanwhile', async () => {
    const desk = await aDeadLetterDesk();
    await desk.call('dead-letters.move', asked);
    desk.be({ connection: aConnectionSummary({ readOnly: true, unlockable: true }) });
    expect(await desk.call('dead-letters.move', asked)).toMatchObject({ failure: { code: 'read-only' } });
    const { moves } = valueOf(await desk.call('dead-letters.cancelMove', { queue }));
    expect(moves[0]?.state).toMatch(/CANCELL/);
  });

  it('requires typing the environment and the current count in production', async () => {
    const desk = await aDeadLetterDesk();
    desk.be({ connection: aConnectionSummary({ environment: 'production' }) });
    desk.asked();
    const wrong = [
      undefined,
      { environment: 'prod', count: '46' },
      { environment: 'production', count: '45' },
    ];
    for (const typed of wrong) {
      expect(await desk.call('dead-letters.move', { ...asked, ...(typed && { typed }) })).toMatchObject({
        failure: { code: 'plan-refused', why: 'typed-wrong' },
      });
    }
    expect(desk.asked()).not.toContain('StartMessageMoveTask');
    const typed = { environment: ' production', count: '46 ' };
    expect(valueOf(await desk.call('dead-letters.move', { ...asked, typed })).moves[0]?.state).toBe(
      'RUNNING',
    );
  });

  it('is refused in the words of SQS', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'throttle', service: 'sqs', operation: 'StartMessageMoveTask' }]);
    expect(await desk.call('dead-letters.move', asked)).toMatchObject({
      failure: {
        code: 'aws-refused',
        service: 'SQS',
        message: expect.stringContaining('Nothing was') as string,
      },
    });
  });

  it('whose answer was lost is looked up, and not started again', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'reset-after-apply', service: 'sqs', operation: 'StartMessageMoveTask' }]);
    desk.asked();
    const { moves } = valueOf(await desk.call('dead-letters.move', asked));
    expect(moves[0]?.state).toBe('RUNNING');
    expect(desk.asked().filter((name) => name === 'StartMessageMoveTask')).toHaveLength(1);
  });

  it('whose request was lost is reported as not started', async () => {
    const desk = await aDeadLetterDesk({ through: losing('StartMessageMoveTask') });
    expect(await desk.call('dead-letters.move', asked)).toMatchObject({
      failure: { code: 'aws-unreachable', message: expect.stringContaining('lists no new move') as string },
    });
  });
});

describe('the end of a move', patient, () => {
  it('leaves what was moved where it is', async () => {
    const desk = await aDeadLetterDesk();
    await desk.call('dead-letters.move', asked);
    await desk.world.sandbox.advance(2_000);
    const before = await desk.counts(queue);
    const { moves } = valueOf(await desk.call('dead-letters.cancelMove', { queue }));
    expect(moves[0]).toMatchObject({ state: 'CANCELLING', moved: 10 });
    await desk.world.sandbox.advance(2_000);
    expect(valueOf(await desk.call('dead-letters.queues', {})).queues[0]?.queue?.moves[0]).toMatchObject({
      state: 'CANCELLED',
      moved: 10,
    });
    expect((await desk.counts(queue)).waiting).toBe(before.waiting);
    expect((await desk.counts(documents)).waiting + (await desk.counts(documents)).inFlight).toBeGreaterThan(
      0,
    );
  });

  it('is refused if nothing is moving', async () => {
    const desk = await aDeadLetterDesk();
    expect(await desk.call('dead-letters.cancelMove', { queue })).toMatchObject({
      failure: { code: 'job-refused', message: expect.stringContaining('No move of this queue') as string },
    });
  });

  it('whose answer was lost is looked up', async () => {
    const desk = await aDeadLetterDesk();
    await desk.call('dead-letters.move', asked);
    await desk.fail([{ kind: 'reset-after-apply', service: 'sqs', operation: 'CancelMessageMoveTask' }]);
    const { moves } = valueOf(await desk.call('dead-letters.cancelMove', { queue }));
    expect(moves[0]?.state).toBe('CANCELLING');
  });

  it('whose request was lost is reported as still running', async () => {
    const desk = await aDeadLetterDesk({ through: losing('CancelMessageMoveTask') });
    await desk.call('dead-letters.move', asked);
    expect(await desk.call('dead-letters.cancelMove', { queue })).toMatchObject({
      failure: { message: expect.stringContaining('still running') as string },
    });
  });
});

/** Breaks the connection before the request arrives. */
function losing(operation: string): (dispatch: Dispatch) => Dispatch {
  return (dispatch) => (request, signal) => {
    if (request.headers['x-amz-target']?.endsWith(`.${operation}`) !== true) return dispatch(request, signal);
    return Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  };
}
