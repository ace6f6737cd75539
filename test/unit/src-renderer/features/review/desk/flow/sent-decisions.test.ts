import { describe, expect, it } from 'vitest';
import { repeatDecision } from '#renderer/features/review/desk/edit-history.ts';
import { answering, aReviewWorld, failing, unheard } from './a-review-world.ts';

describe('taking back a decision', () => {
  it('reopens the newest held document with its edits and a new key', async () => {
    const world = aReviewWorld();
    await world.start();
    for (let turn = 0; turn < 2; turn += 1) {
      world.flow.edit('total', { kind: 'value', value: `${turn}.00` });
      world.acceptAll();
      world.flow.decide();
      await world.settle();
    }
    const keys = world.named('decide').map(({ input }) => input['intentKey']);
    expect(world.flow.undo()).toBe(true);
    await world.settle();
    const { open } = world.flow.read();
    expect(open?.key.documentId).toBe('d-2');
    expect(open?.edits['total']).toEqual({ kind: 'value', value: '1.00' });
    expect(keys).not.toContain(open?.intentKey);
    expect(world.get('d-2').status).toBe('REVIEW_REQUIRED');
    expect(world.sentOf(1)?.phase).toBe('held');
  });

  it('takes back a decision on its way as soon as it has arrived', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'decide' ? 1_000 : 0) });
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    world.flow.undo();
    expect(world.sentOf(1)?.phase).toBe('undoing');
    await world.clock.advance(1_000);
    expect(world.open()).toBe('d-1');
    expect(world.get('d-1').status).toBe('REVIEW_REQUIRED');
  });

  it('has nothing to take back when all decisions are final', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.clock.advance(10_001);
    expect(world.flow.undo()).toBe(false);
    expect(world.named('undo')).toHaveLength(0);
  });

  it('says that it was too late', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    const message = 'It is final already.';
    world.next('undo', () => answering({ kind: 'refused', problem: 'hold-over', message }));
    world.flow.undo();
    await world.settle();
    expect(world.sentOf(1)).toMatchObject({ phase: 'final', word: message });
    expect(world.open()).toBe('d-2');
  });

  it('brings back a document that was postponed', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.postpone();
    await world.settle();
    expect(world.open()).toBe('d-2');
    expect(world.named('release', 'd-1')).toHaveLength(1);
    world.flow.undo();
    await world.settle();
    expect(world.open()).toBe('d-1');
    expect(world.named('postpone').map(({ input }) => input['until'] === null)).toEqual([false, true]);
  });
});

describe('a document that is postponed until a time', () => {
  it('says until when, and is postponed until then again after it was taken back', async () => {
    const world = aReviewWorld();
    await world.start();
    const monday = world.clock.now() + 70 * 3_600_000;
    world.flow.postpone(monday);
    await world.settle();
    const sent = world.sentOf(1);
    expect(sent?.postponedUntil).toBe(monday);
    world.flow.undo();
    await world.settle();
    expect(world.open()).toBe('d-1');
    if (sent !== undefined) repeatDecision(sent, world.flow, () => undefined);
    await world.settle();
    const asked = world.named('postpone', 'd-1').map(({ input }) => input['until']);
    expect(asked).toEqual([new Date(monday).toISOString(), null, new Date(monday).toISOString()]);
  });

  it('is said by no other decision', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.reject('No');
    await world.settle();
    expect(world.sentOf(1)?.postponedUntil).toBeNull();
  });
});

describe('a decision that fails', () => {
  it('leads back to its document with all edits', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    world.acceptAll();
    world.next('decide', () => failing({ code: 'sign-in-expired', message: 'The sign-in is over.' }));
    world.flow.decide();
    await world.settle();
    expect(world.stuck).toHaveLength(1);
    expect(world.sentOf(1)?.phase).toBe('stuck');
    expect(world.open()).toBe('d-2');
    world.flow.go(world.keyOf(1));
    await world.settle();
    const { open } = world.flow.read();
    expect(open?.notice).toContain('sign-in has expired');
    expect(open?.edits['total']).toEqual({ kind: 'value', value: '1.00' });
    world.flow.decide();
    await world.settle();
    const keys = world.named('decide').map(({ input }) => input['intentKey']);
    expect(new Set(keys).size).toBe(1);
    expect(world.applied).toEqual(['d-1']);
  });

  it('a rejection that was taken back leaves no reason in the comment', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.reject('Not an invoice');
    await world.settle();
    world.flow.undo();
    await world.settle();
    expect([world.open(), world.flow.read().open?.comment]).toEqual(['d-1', '']);
  });

  it('keeps the reason of a rejection', async () => {
    const world = aReviewWorld();
    await world.start();
    world.next('decide', () => answering({ kind: 'held', by: 'noor', until: null }));
    world.flow.reject('Not an invoice');
    await world.settle();
    world.flow.go(world.keyOf(1));
    await world.settle();
    expect(world.flow.read().open?.comment).toBe('Not an invoice');
  });

  it('gets another key when something is changed afterwards', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.next('decide', () => failing({ code: 'throttled', message: 'Slower.', attempts: 4 }));
    world.flow.decide();
    await world.settle();
    world.flow.go(world.keyOf(1));
    await world.settle();
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    world.flow.decide();
    await world.settle();
    const keys = world.named('decide').map(({ input }) => input['intentKey']);
    expect(new Set(keys).size).toBe(2);
  });

  it('shows a lost race and continues with the kept edits on the other version', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    world.acceptAll();
    const fields = world.get('d-1').fields.map((field) => ({ ...field, value: 'theirs' }));
    world.put('d-1', { fields });
    world.flow.decide();
    await world.settle();
    expect(world.sentOf(1)?.stuck?.kind).toBe('changed');
    world.flow.go(world.keyOf(1));
    await world.settle();
    const race = world.flow.read().open?.race;
    expect(race?.mine.fields[0]?.value).not.toBe('theirs');
    expect(race?.theirs.fields[0]?.value).toBe('theirs');
    world.flow.decide();
    expect(world.named('decide')).toHaveLength(1);
    world.flow.keepMine({ total: { kind: 'value', value: '1.00' } });
    await world.settle();
    expect(world.flow.read().open?.claim.kind).toBe('mine');
    world.flow.decide();
    world.flow.decide();
    await world.settle();
    const [first, second] = world.named('decide');
    expect(second?.input['intentKey']).not.toBe(first?.input['intentKey']);
    expect(second?.input['corrections']).toEqual([{ field: 'total', value: '1.00' }]);
    expect(world.applied).toEqual(['d-1']);
  });

  it('leaves a lost race for the next document, and keeps nothing', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    await world.clock.advance(300);
    world.put('d-1', { fields: [], status: 'SUCCEEDED' });
    world.flow.reject('No');
    await world.settle();
    world.flow.go(world.keyOf(1));
    await world.settle();
    world.flow.leaveRace();
    await world.settle();
    expect(world.kept.has('d-1')).toBe(false);
    expect(world.open()).not.toBe('d-1');
  });
});

describe('an unclear decision', () => {
  it('asks again under the same key when the connection is back', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.next('decide', () => 'then unheard');
    world.flow.decide();
    await world.settle();
    expect(world.sentOf(1)?.stuck?.kind).toBe('unclear');
    expect(world.kept.get('d-1')?.sent?.kind).toBe('approve');
    world.flow.linkUp();
    world.flow.linkUp();
    await world.settle();
    expect(world.sentOf(1)?.phase).toBe('held');
    expect(world.applied).toEqual(['d-1']);
    expect(new Set(world.named('decide').map(({ input }) => input['intentKey'])).size).toBe(1);
    expect(world.kept.has('d-1')).toBe(false);
  });

  it('is asked about again and again with growing waits, until its outcome is known', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    for (let turn = 0; turn < 6; turn += 1) world.next('decide', () => unheard());
    world.flow.decide();
    await world.settle();
    const asked: number[] = [];
    for (let second = 0; second < 125; second += 1) {
      asked.push(world.named('decide').length);
      await world.clock.advance(1_000);
    }
    expect([asked[1], asked[3], asked[7], asked[15], asked[31], asked[63]]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(world.sentOf(1)).toMatchObject({ stuck: null, wasUnclear: true });
    expect(new Set(world.named('decide').map(({ input }) => input['intentKey'])).size).toBe(1);
    expect(world.applied).toEqual(['d-1']);
  });

  it('is asked about after a reload, too, although its document is not open', async () => {
    const before = aReviewWorld();
    await before.start();
    before.acceptAll();
    before.next('decide', () => unheard());
    before.flow.decide();
    await before.settle();
    const world = aReviewWorld({ drafts: [...before.kept.values()] });
    // The claim before the reload.
    world.put('d-1', { claimedBy: 'me' });
    await world.start(2);
    expect(world.named('decide', 'd-1')).toHaveLength(1);
    expect(world.sentOf(1)).toMatchObject({ phase: 'held', wasUnclear: true });
    expect(world.open()).toBe('d-2');
  });

  it('cannot be edited until its outcome is known', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.next('decide', () => unheard());
    world.flow.decide();
    await world.settle();
    world.flow.go(world.keyOf(1));
    await world.settle();
    expect(world.flow.read().unclear).not.toBeNull();
    const { edits } = world.flow.read().open ?? {};
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    world.flow.decide();
    expect(world.flow.read().open?.edits).toBe(edits);
    world.flow.askAgain();
    await world.settle();
    expect(world.applied).toEqual(['d-1']);
    expect(world.open()).toBe('d-2');
    expect(new Set(world.named('decide').map(({ input }) => input['intentKey'])).size).toBe(1);
  });

  it('asks first for the outcome of a decision that an earlier session left open', async () => {
    const draft = {
      key: aReviewWorld().keyOf(1),
      fileName: 'inv-1.pdf',
      version: 4,
      edits: { total: { kind: 'value', value: '1.00' } },
      comment: '',
      intentKey: 'from-before',
      sent: { kind: 'approve', reason: null, to: null, at: '2026-11-21T10:00:00.000Z' },
      savedAt: '2026-11-21T10:00:00.000Z',
    } as const;
    const world = aReviewWorld({ drafts: [draft] });
    await world.start();
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({
      intentKey: 'from-before',
      corrections: [{ field: 'total', value: '1.00' }],
    });
    expect(world.applied).toEqual(['d-1']);
    expect(world.open()).toBe('d-2');
  });

  it('is not sent again once the desk is closed, where another person may be signed in', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.next('decide', () => unheard());
    world.flow.decide();
    await world.settle();
    world.flow.leave();
    await world.clock.advance(600_000);
    expect(world.named('decide')).toHaveLength(1);
    expect(world.kept.get('d-1')?.sent?.kind).toBe('approve');
  });

  it('is not sent again where its answer is lost after the desk was closed', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'decide' ? 1_000 : 0) });
    await world.start();
    world.acceptAll();
    world.next('decide', () => unheard());
    world.flow.decide();
    await world.settle();
    world.flow.leave();
    await world.clock.advance(600_000);
    expect(world.named('decide')).toHaveLength(1);
    expect(world.stuck).toHaveLength(1);
  });

  it('is asked about again where its desk goes on', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.next('decide', () => 'then unheard');
    world.flow.decide();
    await world.settle();
    world.flow.leave();
    await world.start(2);
    await world.clock.advance(60_000);
    expect(world.named('decide', 'd-1')).toHaveLength(2);
    expect(world.applied).toEqual(['d-1']);
  });

  it('of an earlier session is not asked about where the desk is closed while its document is read', async () => {
    const before = aReviewWorld();
    await before.start();
    before.acceptAll();
    before.next('decide', () => unheard());
    before.flow.decide();
    await before.settle();
    const drafts = [...before.kept.values()];
    const world = aReviewWorld({ drafts, delay: (name) => (name === 'read' ? 1_000 : 0) });
    await world.start(2);
    expect(world.named('read', 'd-1')).toHaveLength(1);
    world.flow.leave();
    await world.clock.advance(600_000);
    expect(world.named('decide')).toHaveLength(0);
    expect(world.kept.get('d-1')?.sent?.kind).toBe('approve');
  });
});
