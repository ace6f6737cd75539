import { describe, expect, it } from 'vitest';
import { redriveOutcome, type RedrivenMessage } from '#shared/domain/redrive-outcome.ts';

const minute = 60_000;

function aRedriven(change: Partial<RedrivenMessage> = {}): RedrivenMessage {
  return {
    sentAt: 10 * minute,
    now: 11 * minute,
    failure: null,
    causeBefore: null,
    mostReceives: 3,
    document: null,
    delivery: null,
    names: 'nothing',
    ...change,
  };
}

const cause = {
  stage: 'ingest',
  code: 'UnknownBatch',
  message: 'The tenant a has no batch 01JC9Q4V8M7TAAAAAAAAAAAAAA',
};
const failed = (attempts: number) => ({ ...cause, attempts, at: 13 * minute });

describe('what became of a message that was sent back', () => {
  it('is processed once its document was received after it was sent', () => {
    const document = { receivedAt: 10 * minute + 500 };
    expect(redriveOutcome(aRedriven({ document, names: 'document' }))).toEqual({
      state: 'fixed',
      note: null,
      endedAt: 10 * minute + 500,
    });
  });

  it('is processed once the customer has taken the webhook', () => {
    const delivery = { isDelivered: true, at: 12 * minute };
    expect(redriveOutcome(aRedriven({ delivery, names: 'delivery' })).state).toBe('fixed');
  });

  it('is back in the queue when all its attempts have failed, and says whether for the same cause', () => {
    const back = redriveOutcome(aRedriven({ failure: failed(3), causeBefore: cause }));
    expect(back).toMatchObject({ state: 'failed-again', endedAt: 13 * minute });
    expect(back.note).toMatch(/^Back in the queue with the same cause: UnknownBatch: The tenant/);
    const other = { ...cause, code: 'FileGone', message: 'There is no file' };
    expect(redriveOutcome(aRedriven({ failure: failed(3), causeBefore: other })).note).toMatch(
      /another cause/,
    );
    expect(redriveOutcome(aRedriven({ failure: failed(3) })).note).toMatch(/^Back in the queue: Unknown/);
  });

  it('is not known while attempts are left', () => {
    expect(redriveOutcome(aRedriven({ failure: failed(1) }))).toMatchObject({
      state: 'running',
      note: expect.stringMatching(/^1 of 3 attempts failed: UnknownBatch/),
    });
  });

  it('is good after a silence as long as all attempts take, where there is nothing else to hear', () => {
    const silent = aRedriven({ now: 13 * minute - 1 });
    expect(redriveOutcome(silent).state).toBe('running');
    expect(redriveOutcome({ ...silent, now: 13 * minute }).state).toBe('fixed');
    const received = { document: { receivedAt: minute }, names: 'document' as const };
    expect(redriveOutcome({ ...silent, ...received, now: 13 * minute }).note).toMatch(/received before/);
  });

  it('is never good by silence where the pipeline would have written it down', () => {
    const later = { now: 100 * minute };
    expect(
      redriveOutcome(aRedriven({ ...later, names: 'document', document: { receivedAt: null } })).state,
    ).toBe('running');
    expect(redriveOutcome(aRedriven({ ...later, names: 'document' })).state).toBe('running');
    expect(redriveOutcome(aRedriven({ ...later, names: 'delivery' })).state).toBe('running');
  });
});

it('says nothing of a cause that opens a door, and still whether it is the same', () => {
  const message =
    'POST https://u:pw@hooks.cust.example/in?key=SUPERSECRET, Authorization: Bearer abcdefghijklmnopq';
  const failure = { ...failed(3), code: 'HTTP_401', message };
  const { note } = redriveOutcome(aRedriven({ failure, causeBefore: failure }));
  expect(note).toBe(
    'Back in the queue with the same cause: HTTP_401: POST https://hooks.cust.example/in?… Authorization: Bearer ‹masked›',
  );
});
