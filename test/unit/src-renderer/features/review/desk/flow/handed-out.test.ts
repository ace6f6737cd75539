import { describe, expect, it } from 'vitest';
import { answering, aReviewWorld } from './a-review-world.ts';

const handing = { isHandingOut: true, documents: 5 } as const;

describe('the next free document', () => {
  it('is claimed ahead and read, so that it opens at once and is not claimed again', async () => {
    const world = aReviewWorld(handing);
    await world.start();
    await world.readAhead();
    await world.readAhead();
    expect(world.named('next').map(({ input }) => input['ahead'])).toEqual([true]);
    world.acceptAll();
    world.flow.decide();
    expect(world.open()).toBe('d-2');
    expect(world.flow.read().open).toMatchObject({
      document: { documentId: 'd-2' },
      claim: { kind: 'mine' },
    });
    await world.settle();
    expect(world.named('claim', 'd-2')).toEqual([]);
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.named('decide', 'd-2')[0]?.input).toMatchObject({ version: world.get('d-2').version - 1 });
  });

  it('at most one is held ahead, and it is given back when the desk is left', async () => {
    const world = aReviewWorld(handing);
    await world.start();
    await world.clock.advance(30_000);
    expect(world.named('next')).toHaveLength(1);
    expect(world.get('d-3').claimedBy).toBeNull();
    world.flow.leave();
    await world.settle();
    expect(
      world
        .named('release')
        .map(({ document }) => document)
        .toSorted(),
    ).toEqual(['d-1', 'd-2']);
    expect([world.get('d-1').claimedBy, world.get('d-2').claimedBy]).toEqual([null, null]);
  });

  it('is given back when its answer comes after the desk was left', async () => {
    const world = aReviewWorld({ ...handing, delay: (name) => (name === 'next' ? 400 : 0) });
    await world.start();
    await world.readAhead();
    await world.clock.advance(250);
    world.flow.leave();
    await world.clock.advance(1_000);
    expect(world.get('d-2').claimedBy).toBeNull();
  });

  it('is waited for when the reviewer is faster, and asked for once more when none was given ahead', async () => {
    const world = aReviewWorld({ ...handing, delay: (name) => (name === 'next' ? 400 : 0) });
    await world.start();
    world.acceptAll();
    world.flow.decide();
    expect(world.flow.read()).toMatchObject({ open: undefined, isFinding: true, nothingLeft: false });
    await world.clock.advance(500);
    expect([world.open(), world.flow.read().isFinding]).toEqual(['d-2', false]);
  });

  it('a skipped one is given back and not given again', async () => {
    const world = aReviewWorld(handing);
    await world.start();
    await world.readAhead();
    world.flow.takeNext();
    await world.readAhead();
    expect(world.open()).toBe('d-2');
    expect(world.get('d-1').claimedBy).toBeNull();
    expect(world.named('next').at(-1)?.input['not']).toEqual(expect.arrayContaining(['d-1', 'd-2']));
    world.flow.takeNext();
    await world.settle();
    expect(world.open()).toBe('d-3');
  });

  it('says what is left when none is free', async () => {
    const world = aReviewWorld({ ...handing, documents: 1 });
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.flow.read()).toMatchObject({ nothingLeft: true, noneLeft: { held: 1 }, open: undefined });
  });

  it('a lost answer is asked for under the same key, and then the list is followed', async () => {
    const world = aReviewWorld(handing);
    await world.start();
    world.failNext(2);
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    const [one, again] = world.named('next');
    expect(one?.input['intentKey']).toBe(again?.input['intentKey']);
    expect(world.open()).toBe('d-2');
  });
});

describe('a document that another person has', () => {
  it('is left for the next one, and one line tells who holds it', async () => {
    const world = aReviewWorld();
    await world.start();
    await world.readAhead();
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: '2099-01-01T00:00:00.000Z' }));
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    expect(world.open()).toBe('d-3');
    expect(world.flow.read().taken).toMatchObject({ fileName: 'inv-2.pdf', by: 'noor', decided: null });
    world.acceptAll();
    world.flow.decide();
    expect(world.flow.read().taken).toBeNull();
  });

  it('that was decided meanwhile is left, too, with who decided and what', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    const at = '2026-01-05T14:02:00.000Z';
    world.put('d-2', { status: 'SUCCEEDED', reviewedBy: 'noor', decision: 'approve', reviewedAt: at });
    world.flow.decide();
    await world.settle();
    expect(world.open()).toBe('d-3');
    expect(world.flow.read().taken).toMatchObject({ by: 'noor', decided: { decision: 'approve', at } });
  });

  it('is left for the next one where the reviewer asked for work and not for this document', async () => {
    const world = aReviewWorld();
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: '2099-01-01T00:00:00.000Z' }));
    await world.start(1, true);
    await world.settle();
    expect(world.open()).toBe('d-2');
    expect(world.flow.read().taken).toMatchObject({ fileName: 'inv-1.pdf', by: 'noor', decided: null });
  });

  it('stays open where the reviewer chose it', async () => {
    const world = aReviewWorld();
    world.next('claim', () => answering({ kind: 'held', by: 'noor', until: '2099-01-01T00:00:00.000Z' }));
    await world.start();
    expect([world.open(), world.flow.read().open?.claim.kind]).toEqual(['d-1', 'held']);
  });
});

describe('what was typed for a document that another person has decided', () => {
  it('is kept from the moment at which it was told, also after a reload, and gone when it is discarded', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.edit('total', { kind: 'value', value: '1.00' });
    await world.clock.advance(300);
    world.put('d-1', { fields: [], status: 'SUCCEEDED', reviewedBy: 'noor', decision: 'approve' });
    const saved = [...world.kept.values()];
    const again = aReviewWorld({
      drafts: saved,
      change: (document) =>
        document.documentId === 'd-1' ? { ...world.get('d-1'), version: document.version + 3 } : document,
    });
    await again.start();
    const { open } = again.flow.read();
    expect([open?.race?.theirs.reviewedBy, open?.edits['total']]).toEqual([
      'noor',
      { kind: 'value', value: '1.00' },
    ]);
    expect(open?.lostAt).toEqual(new Date(again.clock.now()).toISOString());
    await again.clock.advance(300);
    expect(again.kept.get('d-1')?.lostAt).toBe(open?.lostAt);
    again.flow.leaveRace();
    await again.clock.advance(300);
    expect(again.kept.has('d-1')).toBe(false);
  });
});
