import { describe, expect, it } from 'vitest';
import type { EarlierDocument } from '#shared/contract/review-rules.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { noKnowledge } from '#shared/domain/review/rules.ts';
import { typedPauseMs } from '#renderer/features/review/desk/flow/earlier-lookup.ts';
import { aReviewField } from '#test/builders/a-review-document.ts';
import { aReviewWorld } from './a-review-world.ts';

const before: EarlierDocument = {
  batchId: 'b-0',
  documentId: 'd-0',
  fileName: 'first.pdf',
  acceptedAt: '2026-10-01T08:00:00Z',
  amount: '2,997.60 GBP',
  isSameAmount: true,
};

/** Opens an invoice whose number was read as INV-1. An invoice with the number INV-7 was accepted before. */
async function openInvoice(
  delay?: () => number,
  weights: { readonly missing: 'off' } | null = { missing: 'off' },
) {
  const world = aReviewWorld({
    change: (document) => ({
      ...document,
      weights,
      knowledge: { ...noKnowledge, earlier: [] },
      fields: [...document.fields, aReviewField('invoiceNumber', { value: 'INV-1' })],
    }),
    findEarlier: (number) => (number.toUpperCase().includes('7') ? [before] : []),
    ...(delay && { delay: (name) => (name === 'findEarlier' ? delay() : 0) }),
  });
  await world.start();
  return world;
}

type World = Awaited<ReturnType<typeof openInvoice>>;

function type(world: World, value: string): void {
  world.flow.edit('invoiceNumber', { kind: 'value', value });
}

function listRules(world: World): readonly string[] {
  const open = world.flow.read().open;
  if (open?.document === undefined) return [];
  return findFailures(open.document, open.edits).map(({ rule }) => rule);
}

describe('a number that is typed', () => {
  it('is looked up once, after a pause, and the rule about duplicates follows it', async () => {
    const world = await openInvoice();
    for (const value of ['INV-', 'INV-7', 'INV-78', 'INV-7']) {
      type(world, value);
      await world.clock.advance(typedPauseMs / 2);
    }
    expect(world.named('findEarlier')).toHaveLength(0);
    await world.clock.advance(typedPauseMs);
    expect(world.named('findEarlier').map(({ input }) => input['number'])).toEqual(['INV-7']);
    expect(listRules(world)).toContain('duplicate');
  });

  it('loses what was found for another number at once, and knows it again without a question', async () => {
    const world = await openInvoice();
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    expect(listRules(world)).toContain('duplicate');
    type(world, 'INV-8');
    expect(listRules(world)).not.toContain('duplicate');
    await world.clock.advance(typedPauseMs);
    type(world, 'INV-7');
    expect(listRules(world)).toContain('duplicate');
    expect(world.named('findEarlier')).toHaveLength(2);
  });

  it('is not asked about again where only its spelling differs', async () => {
    const world = await openInvoice();
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    type(world, 'inv 7 ');
    expect(listRules(world)).toContain('duplicate');
    await world.clock.advance(typedPauseMs);
    expect(world.named('findEarlier')).toHaveLength(1);
  });

  it('is as it was read once the edit is taken back', async () => {
    const world = await openInvoice();
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    world.flow.edit('invoiceNumber', null);
    expect(listRules(world)).not.toContain('duplicate');
    await world.clock.advance(typedPauseMs);
    expect(listRules(world)).not.toContain('duplicate');
    expect(world.named('findEarlier')).toHaveLength(1);
  });

  it('keeps the latest answer where an earlier one arrives late', async () => {
    const delays = [2_000, 100];
    const world = await openInvoice(() => delays.shift() ?? 0);
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    type(world, 'INV-8');
    await world.clock.advance(typedPauseMs + 100);
    expect(listRules(world)).not.toContain('duplicate');
    await world.clock.advance(2_000);
    expect(listRules(world)).not.toContain('duplicate');
    type(world, 'INV-7');
    expect(listRules(world)).toContain('duplicate');
  });

  it('does not reach the next document', async () => {
    const world = await openInvoice(() => 1_000);
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    world.flow.go(world.keyOf(2));
    await world.clock.advance(2_000);
    expect(world.flow.read().open?.document?.knowledge).toEqual({ ...noKnowledge, earlier: [] });
  });

  it('is not looked up where the pipeline keeps no accepted documents', async () => {
    const world = await openInvoice(undefined, null);
    type(world, 'INV-7');
    await world.clock.advance(typedPauseMs);
    expect(world.named('findEarlier')).toHaveLength(0);
  });
});
