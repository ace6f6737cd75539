import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentStatuses } from '#shared/domain/statuses.ts';
import {
  attemptsMs,
  describeWaiting,
  proofInFile,
  redriveOutcome,
  type DocumentNow,
  type RedrivenMessage,
} from '#shared/domain/redrive-outcome.ts';

const minute = 60_000;
const sentAt = 10 * minute;
const queued: DocumentNow = { status: 'QUEUED', createdAt: minute, receivedAt: null };

function aRedriven(change: Partial<RedrivenMessage> = {}): RedrivenMessage {
  return {
    sentAt,
    now: 11 * minute,
    waitMs: 3 * minute,
    failure: null,
    causeBefore: null,
    mostReceives: 3,
    foundBackAt: null,
    document: null,
    before: null,
    isDocumentShared: false,
    delivery: null,
    hints: [],
    ...change,
  };
}

const cause = {
  stage: 'ingest',
  code: 'UnknownBatch',
  message: 'The tenant a has no batch 01JC9Q4V8M7TAAAAAAAAAAAAAA',
};
const failed = (attempts: number | null) => ({ ...cause, attempts, at: 13 * minute });
const stateOf = (change: Partial<RedrivenMessage>) => redriveOutcome(aRedriven(change)).state;

describe('a redriven message is processed', () => {
  it('once its document has been received since, whatever the two clocks say', () => {
    const receivedAt = sentAt - 5_000;
    const document = { ...queued, receivedAt };
    const before = { status: 'QUEUED', receivedAt: null } as const;
    expect(redriveOutcome(aRedriven({ document, before }))).toEqual({
      state: 'fixed',
      note: null,
      endedAt: receivedAt,
    });
    expect(stateOf({ document, before: { status: 'QUEUED', receivedAt } })).toBe('running');
  });

  it('once a document exists that was missing before', () => {
    expect(stateOf({ document: queued, before: 'missing' })).toBe('fixed');
  });

  it.each([
    ['PROCESSING', 'fixed'],
    ['SUCCEEDED', 'fixed'],
    ['REVIEW_REQUIRED', 'fixed'],
    ['QUEUED', 'running'],
    // A consumer may write this status and still let the message die.
    ['FAILED', 'running'],
  ] as const)('once its document has left QUEUED: %s is %s', (status, state) => {
    const before = { status: 'QUEUED', receivedAt: null } as const;
    expect(stateOf({ document: { ...queued, status }, before })).toBe(state);
  });

  it('but not if its document was past QUEUED before: only a new run changes it then', () => {
    const before = { status: 'FAILED', receivedAt: null } as const;
    expect(stateOf({ document: { ...queued, status: 'SUCCEEDED' }, before })).toBe('running');
  });

  it('by later times only if its document was not read before, and only beyond the possible clock difference', () => {
    expect(stateOf({ document: { ...queued, receivedAt: sentAt + 29_999 } })).toBe('running');
    expect(stateOf({ document: { ...queued, receivedAt: sentAt + 30_000 } })).toBe('fixed');
    expect(stateOf({ document: { ...queued, createdAt: sentAt + 29_999 } })).toBe('running');
    expect(stateOf({ document: { ...queued, createdAt: sentAt + 30_000 } })).toBe('fixed');
  });

  it('but not by a document that another message of the job is about too: only by its own record', () => {
    const created = { isDocumentShared: true, document: queued, before: 'missing' as const };
    expect(stateOf(created)).toBe('running');
    expect(stateOf({ ...created, now: 14 * minute })).toBe('unconfirmed');
    expect(stateOf({ ...created, delivery: { isDelivered: true, at: null } })).toBe('fixed');
    expect(stateOf({ ...created, foundBackAt: 11 * minute })).toBe('failed-again');
  });

  it('once the customer has accepted the webhook', () => {
    expect(stateOf({ delivery: { isDelivered: true, at: 12 * minute } })).toBe('fixed');
    expect(stateOf({ delivery: { isDelivered: false, at: 12 * minute } })).toBe('running');
  });
});

describe('a redriven message is back', () => {
  it('when all its attempts have failed, with whether the cause is the same', () => {
    const back = redriveOutcome(aRedriven({ failure: failed(3), causeBefore: cause }));
    expect(back).toMatchObject({ state: 'failed-again', endedAt: 13 * minute });
    expect(back.note).toMatch(/^Back in the queue with the same cause: UnknownBatch: The tenant/);
    const other = { ...cause, code: 'FileGone', message: 'There is no file' };
    expect(redriveOutcome(aRedriven({ failure: failed(3), causeBefore: other })).note).toMatch(
      /another cause/,
    );
    expect(redriveOutcome(aRedriven({ failure: failed(3) })).note).toMatch(/^Back in the queue: Unknown/);
  });

  it('when it is found in the queue, whatever else is recorded', () => {
    const document = { ...queued, status: 'PROCESSING' as const };
    const found = { foundBackAt: 11 * minute, document, before: 'missing' as const };
    expect(redriveOutcome(aRedriven(found))).toEqual({
      state: 'failed-again',
      note: 'Back in the queue: no cause is written under its id',
      endedAt: 11 * minute,
    });
    expect(redriveOutcome(aRedriven({ ...found, failure: failed(null) })).note).toMatch(/UnknownBatch/);
  });

  it('but not while attempts are left, or their number is unknown', () => {
    expect(redriveOutcome(aRedriven({ failure: failed(1) }))).toMatchObject({
      state: 'running',
      note: expect.stringMatching(/^1 of 3 attempts failed: UnknownBatch/) as string,
    });
    expect(stateOf({ failure: failed(9), mostReceives: null })).toBe('running');
  });
});

describe('a message without any record', () => {
  it('is sent and not confirmed after the time its attempts take, with SQS’s counts as a hint', () => {
    const silent = aRedriven({ now: 13 * minute - 1, hints: ['640 messages still waiting in work.'] });
    expect(redriveOutcome(silent)).toEqual({ state: 'running', note: null, endedAt: null });
    expect(redriveOutcome({ ...silent, now: 13 * minute })).toEqual({
      state: 'unconfirmed',
      note: 'Nothing confirmed it within 3 min. 640 messages still waiting in work.',
      endedAt: null,
    });
  });

  const time = fc.integer({ min: -20 * minute, max: 600 * minute });
  const statuses = fc.option(fc.constantFrom(...documentStatuses));
  const written = fc.record({
    now: time,
    waitMs: fc.integer({ min: 0, max: 60 * minute }),
    mostReceives: fc.option(fc.integer({ min: 1, max: 5 })),
    foundBackAt: fc.option(time),
    failure: fc.option(
      fc.record({ attempts: fc.option(fc.integer({ min: 0, max: 6 })), at: fc.option(time) }).map((one) => ({
        ...cause,
        ...one,
      })),
    ),
    causeBefore: fc.option(fc.constant(cause)),
    delivery: fc.option(fc.record({ isDelivered: fc.boolean(), at: fc.option(time) })),
    document: fc.option(
      fc.record({ status: statuses, createdAt: fc.option(time), receivedAt: fc.option(time) }),
    ),
    before: fc.option(
      fc.oneof(fc.constant('missing' as const), fc.record({ status: statuses, receivedAt: fc.option(time) })),
    ),
    isDocumentShared: fc.boolean(),
    hints: fc.constantFrom([], ['640 messages still waiting in work.']),
  });

  /** Restates the rule as a person would say it, independently of the code. */
  function isProvenBy({ delivery, document, before, isDocumentShared }: RedrivenMessage): boolean {
    if (delivery?.isDelivered === true) return true;
    if (document === null || isDocumentShared) return false;
    const late = (at: number | null) => at !== null && at - sentAt >= 30_000;
    if (before === null) {
      return late(document.receivedAt) || (late(document.createdAt) && document.status !== 'FAILED');
    }
    if (before === 'missing') return document.receivedAt !== null || document.status !== 'FAILED';
    const isReceivedSince =
      document.receivedAt !== null && (before.receivedAt === null || document.receivedAt > before.receivedAt);
    const isPast = document.status !== null && !['QUEUED', 'FAILED'].includes(document.status);
    return isReceivedSince || (before.status === 'QUEUED' && isPast);
  }

  it('is never called processed without one of the proofs, and never back without another', () => {
    fc.assert(
      fc.property(written, (change) => {
        const message = aRedriven(change);
        const { state } = redriveOutcome(message);
        const { failure, mostReceives, foundBackAt } = message;
        const isBack =
          foundBackAt !== null ||
          (failure !== null && mostReceives !== null && (failure.attempts ?? 0) >= mostReceives);
        expect(state === 'failed-again').toBe(isBack);
        if (state === 'fixed') expect(isProvenBy(message)).toBe(true);
        if (!isBack && !isProvenBy(message)) {
          expect(state).toBe(message.now < sentAt + message.waitMs ? 'running' : 'unconfirmed');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the time that attempts take', () => {
  const queue = { mostReceives: 3, visibilitySeconds: 60, delaySeconds: 0 };

  it('is taken from the receiving queue, with a little for the consumer to poll', () => {
    expect(attemptsMs(queue)).toBe(210_000);
    expect(attemptsMs({ ...queue, delaySeconds: 15 })).toBe(225_000);
    expect(attemptsMs({ ...queue, delaySeconds: null })).toBe(210_000);
  });

  it('is bounded if the queue does not say, or says hours', () => {
    expect(attemptsMs({ ...queue, mostReceives: null })).toBe(270_000);
    expect(attemptsMs({ ...queue, visibilitySeconds: null })).toBe(270_000);
    expect(attemptsMs({ ...queue, mostReceives: 1_000, visibilitySeconds: 43_200 })).toBe(3_600_000);
  });
});

it('says how many still wait, according to SQS’s counts', () => {
  expect(describeWaiting('work', 640)).toBe('640 messages still waiting in work.');
  expect(describeWaiting('work', 1)).toBe('1 message still waiting in work.');
  expect(describeWaiting('work', 0)).toBeNull();
  expect(describeWaiting('work', null)).toBeNull();
});

it('hides a cause that contains a secret, and still says whether it is the same', () => {
  const message =
    'POST https://u:pw@hooks.cust.example/in?key=SUPERSECRET, Authorization: Bearer abcdefghijklmnopq';
  const failure = { ...failed(3), code: 'HTTP_401', message };
  const { note } = redriveOutcome(aRedriven({ failure, causeBefore: failure }));
  expect(note).toBe(
    'Back in the queue with the same cause: HTTP_401: POST https://hooks.cust.example/in?… Authorization: Bearer ‹masked›',
  );
});

describe('a redriven download', () => {
  const before = { file: 'accounts-2026-11-20', status: 'available', movedAt: sentAt - minute };
  const file = { status: 'completed', movedAt: sentAt + minute, error: null };
  const outcomeOf = (...[was, is]: Parameters<typeof proofInFile>) =>
    redriveOutcome(aRedriven(proofInFile(was, is)));

  it('is processed once its file, which waited, is completed', () => {
    expect(outcomeOf(before, file)).toEqual({ state: 'fixed', note: null, endedAt: file.movedAt });
  });

  it.each(['failed', 'error'])('went wrong again if its file is %s since', (status) => {
    const error = 'The provider answered 403 to the download.';
    expect(outcomeOf(before, { ...file, status, error })).toEqual({
      state: 'failed-again',
      note: `The download failed again: ${error}`,
      endedAt: file.movedAt,
    });
  });

  it.each([
    ['is being fetched', before, { ...file, status: 'downloading' }],
    ['has not moved', before, { ...file, movedAt: before.movedAt }],
    ['is gone', before, null],
    ['was completed before', { ...before, status: 'completed' }, file],
    ['did not exist before', { ...before, status: null, movedAt: null }, file],
  ] as const)('is not confirmed while its file %s', (_, was, is) => {
    expect(outcomeOf(was, is).state).toBe('running');
  });

  it('that the pipeline may have ignored says so in the end', () => {
    const { hints } = proofInFile({ ...before, status: 'completed' }, file);
    const { state, note } = redriveOutcome(aRedriven({ hints, now: sentAt + 4 * minute }));
    expect(state).toBe('unconfirmed');
    expect(note).toContain('Its file was completed when it was sent, so the pipeline may have ignored it.');
  });
});
