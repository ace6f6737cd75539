import { describe, expect, it } from 'vitest';
import { answering, aReviewWorld } from './a-review-world.ts';

describe('opening a document', () => {
  it('shows it with the focus on the first place that needs review', async () => {
    const world = aReviewWorld();
    await world.start();
    const { open } = world.flow.read();
    expect(open?.document?.fileName).toBe('inv-1.pdf');
    expect(world.flow.focused()).toBe('total');
  });

  it('claims it after it is shown, and decides on the version of the claim', async () => {
    const world = aReviewWorld();
    await world.start();
    expect(world.flow.read().open?.claim.kind).toBe('mine');
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({ version: 5, decision: 'approve' });
  });

  it('reads the next two ahead and no more', async () => {
    const world = aReviewWorld({ documents: 9 });
    await world.start();
    expect(world.named('read').map(({ document }) => document)).toEqual(['d-1']);
    await world.readAhead();
    expect(world.named('read').map(({ document }) => document)).toEqual(['d-1', 'd-2', 'd-3']);
    expect(world.flow.read().ahead).toHaveLength(3);
  });

  it('shows a document that was read ahead at once', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.readAhead();
    world.acceptAll();
    world.flow.decide();
    const { open } = world.flow.read();
    expect(open?.document?.documentId).toBe('d-2');
    expect(world.flow.focused()).toBe('total');
    expect(world.address()).toEqual(world.keyOf(2));
  });

  it('does not wait for the read-ahead when the user is faster', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.takeNext();
    await world.settle();
    expect(world.flow.read().open?.document?.documentId).toBe('d-2');
    await world.readAhead();
    expect(world.named('read').map(({ document }) => document)).toEqual(['d-1', 'd-2', 'd-3', 'd-4']);
  });

  it('reports the focus separately, so that nothing else is redrawn', async () => {
    const world = aReviewWorld();
    await world.start();
    const before = world.flow.read();
    let calls = 0;
    world.flow.subscribe(() => {
      calls += 1;
    });
    world.flow.focus('iban');
    world.flow.focus('iban');
    expect(world.flow.focused()).toBe('iban');
    expect(world.flow.read()).toBe(before);
    expect(calls).toBe(1);
  });

  it('claims only the open document', async () => {
    const world = aReviewWorld();
    await world.start();
    expect(world.named('claim').map(({ document }) => document)).toEqual(['d-1']);
  });

  it('ignores an address that arrives late', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.takeNext();
    world.flow.takeNext();
    world.flow.follow(world.rows, world.keyOf(1));
    world.flow.follow(world.rows, world.keyOf(2));
    expect(world.open()).toBe('d-3');
    world.flow.follow(world.rows, world.keyOf(3));
    expect(world.open()).toBe('d-3');
    world.flow.follow(world.rows, world.keyOf(1));
    expect(world.open()).toBe('d-1');
  });

  it('names the holder and lets the user take the next document', async () => {
    const world = aReviewWorld();
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: null }));
    await world.start();
    expect(world.flow.read().open?.claim).toMatchObject({ kind: 'held', by: 'noor' });
    expect(world.flow.read().whyNot).not.toBeNull();
    world.flow.decide();
    expect(world.named('decide')).toHaveLength(0);
    world.flow.takeNext();
    expect(world.open()).toBe('d-2');
  });

  it('shows the current document where it has changed since it was read ahead', async () => {
    const world = aReviewWorld();
    await world.start();
    world.put('d-2', { score: 0.5 });
    world.flow.takeNext();
    await world.settle();
    expect(world.flow.read().open?.document?.score).toBe(0.5);
    expect(world.flow.read().open?.claim.kind).toBe('mine');
  });

  it('reports a failed read, and reads again on request', async () => {
    const world = aReviewWorld();
    const { read } = world.flow;
    world.flow.follow(world.rows, world.keyOf(1));
    await world.settle();
    expect(read().open?.failure).toBeUndefined();
    world.flow.readAgain();
    await world.settle();
    expect(world.named('read', 'd-1')).toHaveLength(2);
  });
});

describe('keeping a claim', () => {
  it('renews it at half-time while the user is active', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(4 * 60_000);
    world.flow.touched();
    await world.clock.advance(61_000);
    expect(world.named('claim')).toHaveLength(2);
    expect(world.named('claim')[1]?.input['version']).toBe(5);
  });

  it('lets it expire when the user is away, and takes it again with the next key', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(16 * 60_000);
    expect(world.flow.read().open?.claim.kind).toBe('over');
    world.flow.touched();
    await world.settle();
    expect(world.named('claim')).toHaveLength(3);
    expect(world.flow.read().open?.claim.kind).toBe('mine');
  });

  it('reports when another user took it meanwhile', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(16 * 60_000);
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: null }));
    world.flow.touched();
    await world.settle();
    expect(world.flow.read().open?.claim).toMatchObject({ kind: 'held', by: 'noor' });
  });

  it('releases it when the document is left undecided', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.go(null);
    await world.settle();
    expect(world.named('release', 'd-1')).toHaveLength(1);
    expect(world.address()).toBeNull();
  });

  it('releases a claim that arrives after the document was left', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'claim' ? 100 : 0) });
    await world.start();
    world.flow.leave();
    await world.clock.advance(200);
    expect(world.named('release', 'd-1')).toHaveLength(1);
    expect(world.get('d-1').claimedBy).toBeNull();
  });

  it('does not release a decided document', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.flow.decide();
    world.flow.leave();
    await world.clock.advance(20_000);
    expect(world.named('release', 'd-1')).toHaveLength(0);
  });
});

describe('deciding', () => {
  it('moves to undecided places first, and approves unchanged on the second request', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.focus('supplier');
    world.flow.decide();
    expect(world.flow.read().open).toMatchObject({ warned: 2, focused: 'total' });
    expect(world.open()).toBe('d-1');
    world.flow.decide();
    await world.settle();
    expect(world.applied).toEqual(['d-1']);
  });

  it('warns again after something was decided in between', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.decide();
    world.flow.edit('total', { kind: 'accepted' });
    world.flow.decide();
    expect(world.open()).toBe('d-1');
    expect(world.flow.read().open?.warned).toBe(1);
  });

  it('shows the next document while the answer is on its way', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'decide' ? 3_000 : 0) });
    await world.start();
    world.acceptAll();
    world.flow.decide();
    expect(world.open()).toBe('d-2');
    await world.settle();
    expect(world.sentOf(1)?.phase).toBe('sending');
    await world.clock.advance(3_000);
    expect(world.sentOf(1)?.phase).toBe('held');
    await world.clock.advance(10_000);
    expect(world.sentOf(1)?.phase).toBe('final');
  });

  it('waits for the claim, whose version it needs', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'claim' ? 2_000 : 0) });
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')).toHaveLength(0);
    await world.clock.advance(2_000);
    expect(world.named('decide')[0]?.input['version']).toBe(5);
  });

  it('sends corrections, the comment, and how long the user looked', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(7_400);
    world.flow.edit('total', { kind: 'value', value: '2,991.60' });
    world.flow.comment('  Stamp over the total ');
    world.flow.focusNext();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({
      corrections: [{ field: 'total', value: '2,991.60' }],
      reason: 'Stamp over the total',
      seconds: 7.4,
    });
  });

  it('rejects with a reason, whatever is undecided', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.reject('Not an invoice');
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({ decision: 'reject', reason: 'Not an invoice' });
  });

  it('hands over, which cannot be taken back', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.handOver('noor', 'Yours?');
    await world.settle();
    expect(world.named('handOver')[0]?.input).toMatchObject({ to: 'noor', note: 'Yours?' });
    expect(world.sentOf(1)).toMatchObject({ phase: 'final', canUndo: false });
  });

  it('ends with the list, and continues when there is more', async () => {
    const world = aReviewWorld({ documents: 2 });
    world.flow.follow(world.rows.slice(0, 1), world.keyOf(1));
    await world.settle();
    world.flow.takeNext();
    expect(world.flow.read()).toMatchObject({ nothingLeft: true, open: undefined });
    world.flow.follow(world.rows, world.keyOf(1));
    expect(world.open()).toBe('d-2');
  });

  it('returns to skipped documents before the end', async () => {
    const world = aReviewWorld({ documents: 3 });
    await world.start(3);
    world.acceptAll();
    world.flow.decide();
    expect(world.open()).toBe('d-1');
  });

  it('succeeds where only the version has changed', async () => {
    const world = aReviewWorld();
    await world.start();
    world.put('d-1', {});
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    const [first, second] = world.named('decide');
    expect(first?.input['intentKey']).toBe(second?.input['intentKey']);
    expect(world.applied).toEqual(['d-1']);
  });
});
