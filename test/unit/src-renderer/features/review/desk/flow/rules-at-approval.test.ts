import { describe, expect, it } from 'vitest';
import type { Weights } from '#shared/contract/review-rules.ts';
import { aReviewField } from '#test/builders/a-review-document.ts';
import { aReviewWorld } from './a-review-world.ts';

/** Opens a document whose IBAN is wrong and was not asked for, with everything else decided. */
async function openWrong(weights: Weights) {
  const world = aReviewWorld({
    change: (document) => ({
      ...document,
      weights: { missing: 'off', ...weights },
      fields: [
        ...document.fields,
        aReviewField('iban', { type: 'iban', value: 'GB33 BUKB 2020 1555 5555 56' }),
      ],
    }),
  });
  await world.start();
  world.acceptAll();
  return world;
}

describe('an approval against a rule', () => {
  it('goes through at once where the rule only notes', async () => {
    const world = await openWrong({ iban: 'note' });
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')).toHaveLength(1);
  });

  it('takes a second press against a warning, and the first leads to the place', async () => {
    const world = await openWrong({ iban: 'warn' });
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')).toHaveLength(0);
    expect(world.flow.focused()).toBe('iban');
    expect(world.flow.read().open?.warned).toBe(1);
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({ decision: 'approve', reason: null });
  });

  it('is never sent against a stop without a reason, however often it is pressed', async () => {
    const world = await openWrong({});
    for (let press = 0; press < 4; press += 1) world.flow.decide();
    await world.settle();
    expect(world.named('decide')).toHaveLength(0);
    world.flow.comment('Called them.');
    world.flow.decide('Confirmed with the supplier');
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({
      decision: 'approve',
      reason: 'Confirmed with the supplier. Called them.',
    });
  });

  it('goes through with one press once the value is right', async () => {
    const world = await openWrong({});
    world.flow.edit('iban', { kind: 'value', value: 'GB33 BUKB 2020 1555 5555 55' });
    world.flow.decide();
    await world.settle();
    expect(world.named('decide')).toHaveLength(1);
  });

  it('rejects without a word about the rules', async () => {
    const world = await openWrong({});
    world.flow.reject('Duplicate document');
    await world.settle();
    expect(world.named('decide')[0]?.input).toMatchObject({ decision: 'reject' });
  });
});
