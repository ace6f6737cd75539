import { describe, expect, it } from 'vitest';
import { answering, aReviewWorld } from './a-review-world.ts';

describe('opening a document', () => {
  it('shows it, with the focus on the first place that needs a person', async () => {
    const world = aReviewWorld();
    await world.start();
    const { open } = world.flow.read();
    expect(open?.document?.fileName).toBe('inv-1.pdf');
    expect(world.flow.focused()).toBe('total');
  });

  it('claims it after it is shown and decides on the version that the claim has made', async () => {
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

  it('takes one that was read ahead in the same moment', async () => {
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

  it('does not wait for the reading ahead where somebody is faster', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.takeNext();
    await world.settle();
    expect(world.flow.read().open?.document?.documentId).toBe('d-2');
    await world.readAhead();
    expect(world.named('read').map(({ document }) => document)).toEqual(['d-1', 'd-2', 'd-3', 'd-4']);
  });

  it('tells of the focus apart: whoever draws the rest has nothing to draw', async () => {
    const world = aReviewWorld();
    await world.start();
    const before = world.flow.read();
    let told = 0;
    world.flow.subscribe(() => {
      told += 1;
    });
    world.flow.focus('iban');
    world.flow.focus('iban');
    expect(world.flow.focused()).toBe('iban');
    expect(world.flow.read()).toBe(before);
    expect(told).toBe(1);
  });

  it('claims only what is open', async () => {
    const world = aReviewWorld();
    await world.start();
    expect(world.named('claim').map(({ document }) => document)).toEqual(['d-1']);
  });

  it('is not led back by an address that comes late', async () => {
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

  it('says who holds it and lets the person take the next one', async () => {
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

  it('shows it as it is now where it has changed since it was read ahead', async () => {
    const world = aReviewWorld();
    await world.start();
    world.put('d-2', { score: 0.5 });
    world.flow.takeNext();
    await world.settle();
    expect(world.flow.read().open?.document?.score).toBe(0.5);
    expect(world.flow.read().open?.claim.kind).toBe('mine');
  });

  it('says so where it cannot be read, and reads it again when asked', async () => {
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

describe('holding on to a claim', () => {
  it('renews it at half-time while somebody is there', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(4 * 60_000);
    world.flow.touched();
    await world.clock.advance(61_000);
    expect(world.named('claim')).toHaveLength(2);
    expect(world.named('claim')[1]?.input['version']).toBe(5);
  });

  it('lets it run out when nobody is, and takes it again with the next key', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(16 * 60_000);
    expect(world.flow.read().open?.claim.kind).toBe('over');
    world.flow.touched();
    await world.settle();
    expect(world.named('claim')).toHaveLength(3);
    expect(world.flow.read().open?.claim.kind).toBe('mine');
  });

  it('tells when somebody else took it meanwhile', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.clock.advance(16 * 60_000);
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: null }));
    world.flow.touched();
    await world.settle();
    expect(world.flow.read().open?.claim).toMatchObject({ kind: 'held', by: 'noor' });
  });

  it('gives it back when it is left undecided', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.go(null);
    await world.settle();
    expect(world.named('release', 'd-1')).toHaveLength(1);
    expect(world.address()).toBeNull();
  });

  it('gives back what is claimed only after it was left', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'claim' ? 100 : 0) });
    await world.start();
    world.flow.leave();
    await world.clock.advance(200);
    expect(world.named('release', 'd-1')).toHaveLength(1);
    expect(world.get('d-1').claimedBy).toBeNull();
  });

  it('gives nothing back that was decided', async () => {
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
  it('goes to what nobody has looked at first, and approves it as it stands when asked once more', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.focus('supplier');
    world.flow.decide();
    expect(world.flow.read().open).toMatchObject({ told: 2, focused: 'total' });
    expect(world.open()).toBe('d-1');
    world.flow.decide();
    await world.settle();
    expect(world.applied).toEqual(['d-1']);
  });

  it('asks anew after something was decided in between', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.decide();
    world.flow.edit('total', { kind: 'accepted' });
    world.flow.decide();
    expect(world.open()).toBe('d-1');
    expect(world.flow.read().open?.told).toBe(1);
  });

  it('shows the next one while the answer is under way', async () => {
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

  it('sends what was corrected, the comment, and how long somebody looked', async () => {
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

  it('hands over, with nothing to take back', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.handOver('noor', 'Yours?');
    await world.settle();
    expect(world.named('handOver')[0]?.input).toMatchObject({ to: 'noor', note: 'Yours?' });
    expect(world.sentOf(1)).toMatchObject({ phase: 'final', canUndo: false });
  });

  it('comes to an end, and goes on when there is more', async () => {
    const world = aReviewWorld({ documents: 2 });
    world.flow.follow(world.rows.slice(0, 1), world.keyOf(1));
    await world.settle();
    world.flow.takeNext();
    expect(world.flow.read()).toMatchObject({ nothingLeft: true, open: undefined });
    world.flow.follow(world.rows, world.keyOf(1));
    expect(world.open()).toBe('d-2');
  });

  it('goes to what was passed over before it has come to an end', async () => {
    const world = aReviewWorld({ documents: 3 });
    await world.start(3);
    world.acceptAll();
    world.flow.decide();
    expect(world.open()).toBe('d-1');
  });

  it('is not led astray where only the version has moved', async () => {
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
