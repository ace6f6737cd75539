import { describe, expect, it } from 'vitest';
import {
  linesOfMessage,
  linesOfPassport,
  messageAdvice,
  newestFirst,
} from '#main/features/dead-letters/open-message.ts';
import { messageFacts } from '#main/features/dead-letters/message-facts.ts';
import { redrivesIn } from '#main/rows/passport-rows.ts';
import type { PassportEvent } from '#shared/contract/triage.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { aMessage } from './a-fake-queue.ts';

function anEvent(what: string, change: Partial<PassportEvent> = {}): PassportEvent {
  return {
    eventId: 'e1',
    at: '2026-01-05T08:00:00.000Z',
    what,
    actor: 'ingest',
    batchId: 'batch-1',
    run: null,
    stage: null,
    reason: null,
    requestId: null,
    before: {},
    after: {},
    hidden: 0,
    problems: [],
    ...change,
  };
}

describe('a lineage', () => {
  it('shows what happened to the document, by whom and why', () => {
    const failed = { stage: 'textract', code: 'Timeout', message: 'Took too long' } as const;
    const lines = linesOfPassport([
      anEvent('reprocessed', { actor: 'user-mira', run: 2, reason: 'INC-7' }),
      anEvent('failed', {
        run: 1,
        stage: failed.stage,
        reason: failed.message,
        after: { code: failed.code },
      }),
      anEvent('message redriven', { actor: 'ingest' }),
    ]);
    expect(lines.map(({ what }) => what)).toEqual([
      'Document reprocessed, run 2, by user-mira: INC-7',
      'Document failed, run 1: Took too long',
      'Message redriven',
    ]);
    expect(lines.map(({ fingerprint }) => fingerprint)).toEqual([null, computeFingerprint(failed).id, null]);
  });

  it('is newest first, and entries without a time come last', () => {
    const lines = [null, '2026-01-05T08:00:00.000Z', null, '2026-01-05T09:00:00.000Z'].map((at, place) => ({
      at,
      what: String(place),
      fingerprint: null,
    }));
    expect(newestFirst(lines).map(({ what }) => what)).toEqual(['3', '1', '0', '2']);
  });

  it('of a message without a cause or a source shows what is known', () => {
    const message = aMessage('a');
    expect(linesOfMessage(message, messageFacts().of(message))).toEqual([
      { at: '2026-01-05T08:00:00.000Z', what: 'Sent', fingerprint: null },
    ]);
  });

  it('counts what SQS itself has moved back, by the passport', () => {
    expect(redrivesIn([anEvent('message redriven'), anEvent('ingested'), anEvent('message redriven')])).toBe(
      2,
    );
  });
});

describe('advice', () => {
  it.each([
    [{ returns: 0, redrives: 0 }, null],
    [{ returns: 2, redrives: 0 }, /come back twice. A third return will require a reason/],
    [{ returns: 3, redrives: 0 }, /come back 3 times. Redriving it requires a reason/],
    [{ returns: 1, redrives: 3 }, /redriven 3 times already/],
    [{ returns: 3, redrives: 0, sentBefore: 'uncertain' as const }, /may have sent it\. Check its document/],
    [{ returns: 3, redrives: 0, sentBefore: 'sent' as const }, /is not sent again; discard it/],
  ])('of %o', (known, said) => {
    const advice = messageAdvice({ sentBefore: null, ...known });
    if (said === null) expect(advice).toBeNull();
    else expect(advice).toMatch(said);
  });
});
