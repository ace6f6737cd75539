import { describe, expect, it } from 'vitest';
import { movesSince, wasRedriven } from '#main/dead-letters/moves-since.ts';
import type { MoveTask } from '#shared/contract/dead-letters.ts';

const happened = Date.UTC(2026, 0, 5, 9, 0, 0);
const minute = 60_000;

function aMove(minutes: number, change: Partial<MoveTask> = {}): MoveTask {
  const startedAt = new Date(happened + minutes * minute).toISOString();
  return {
    state: 'COMPLETED',
    startedAt,
    perSecond: null,
    moved: 4,
    toMove: 4,
    to: null,
    failure: null,
    ...change,
  };
}

function sent(minutes: number, body = eventOfS3) {
  return { body, system: { SentTimestamp: String(happened + minutes * minute) } };
}

const at = new Date(happened).toISOString();
const eventOfS3 = JSON.stringify({ Records: [{ eventSource: 'aws:s3', eventTime: at, s3: {} }] });

describe('SQS’s own moves of a message', () => {
  it('are all that were completed since its event, and before it was last sent', () => {
    const moves = [aMove(60), aMove(40), aMove(20)];
    expect(movesSince(sent(60), moves)).toBe(3);
    expect(movesSince(sent(40), moves)).toBe(2);
    expect(movesSince(sent(0), moves)).toBe(0);
  });

  it('are none before it can have been a dead letter, and none that moved nothing or was cancelled', () => {
    expect(movesSince(sent(60), [aMove(-5), aMove(1), aMove(2)])).toBe(0);
    expect(movesSince(sent(60), [aMove(20, { state: 'CANCELLED' }), aMove(30, { moved: 0 })])).toBe(0);
    // The message cannot have become a dead letter again after one minute.
    expect(movesSince(sent(60), [aMove(20), aMove(21), aMove(60)])).toBe(2);
  });

  it('are unknown if it has no time', () => {
    for (const body of ['no JSON', '{"batchId":"b"}', '[]', '{"time":"noon"}']) {
      expect(movesSince(sent(60, body), [aMove(20)])).toBeNull();
      expect(wasRedriven(sent(60, body))).toBeNull();
    }
    expect(movesSince({ body: eventOfS3, system: {} }, [])).toBeNull();
  });

  it('are known for events of EventBridge, and for what SNS has wrapped', () => {
    const event = JSON.stringify({ source: 'aws.s3', time: at, detail: {} });
    const wrapped = JSON.stringify({ Type: 'Notification', Message: eventOfS3 });
    for (const body of [event, wrapped]) expect(movesSince(sent(60, body), [aMove(60)])).toBe(1);
  });

  it('need not be read if it was sent immediately', () => {
    expect(wasRedriven(sent(1))).toBe(false);
    expect(wasRedriven(sent(20))).toBe(true);
  });
});
