import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCondition, readDraft, toDraft, type PaceDraft } from '#renderer/features/plans/pace/pace-draft.ts';
import { paceSchema } from '#shared/contract/pace.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';

const draft = (change: Partial<PaceDraft>): PaceDraft => ({ ...toDraft(usualPace), ...change });

describe('the form of a pace', () => {
  it('reads what it shows, for every pace', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 500 }));
    const condition = fc.oneof(
      fc.record({ alarm: fc.constantFrom('throttles', 'document-dlq is not empty') }),
      fc.record({ queue: fc.constantFrom('document-queue', 'files.fifo'), over: fc.nat(1_000_000) }),
    );
    const pace = fc.record({
      first: limit,
      steps: fc.oneof(
        fc.constantFrom('usual' as const, 'doubling' as const),
        fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 20 }),
      ),
      perSecond: fc.oneof(limit, fc.constantFrom(0.5, 0.01)),
      atOnce: limit,
      perSecondOfTenant: limit,
      atOnceOfTenant: limit,
      stopWhen: fc.array(condition, { maxLength: 5 }),
      beginWhen: fc.option(fc.record({ alarm: fc.constant('throttles') })),
    });
    fc.assert(
      fc.property(pace, (one) => {
        expect(readDraft(toDraft(one)).pace).toEqual(one);
      }),
    );
  });

  it('reads thousands, and refuses a decimal comma instead of taking ten times as much', () => {
    expect(readDraft(draft({ atOnce: '1,000' })).pace?.atOnce).toBe(1_000);
    expect(readDraft(draft({ atOnce: '7,5' })).errors).toHaveProperty('atOnce');
    const adding = { of: 'queue', name: 'document-queue', over: '2,5' } as const;
    expect(readDraft(draft({ adding })).errors).toHaveProperty('over');
  });

  it('accepts nothing that main would refuse, whatever is typed', () => {
    const typed = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1.5',
        '0.5',
        '1e3',
        '50001',
        '1,000',
        'five',
        '∞',
        ' 7 ',
        '0.001',
        '501',
      ),
      fc.string({ maxLength: 6 }),
    );
    const any = fc.record({
      first: typed,
      steps: fc.constantFrom('usual' as const, 'doubling' as const, 'own' as const),
      sizes: typed,
      perSecond: typed,
      atOnce: typed,
      perSecondOfTenant: typed,
      atOnceOfTenant: typed,
    });
    fc.assert(
      fc.property(any, (fields) => {
        const { pace } = readDraft(draft(fields));
        if (pace !== undefined) expect(paceSchema.safeParse(pace).error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('says for each field what is expected', () => {
    const { errors } = readDraft(draft({ first: '0', perSecond: '1.5', steps: 'own', sizes: 'x' }));
    expect(Object.keys(errors ?? {})).toEqual(['first', 'sizes', 'perSecond']);
    expect(
      readDraft(draft({ adding: { of: 'queue', name: 'document-queue', over: '' } })).errors,
    ).toHaveProperty('over');
  });

  it('takes a condition that was typed and not added', () => {
    const adding = { of: 'queue' as const, name: ' document-queue ', over: '1,000' };
    expect(readDraft(draft({ adding })).pace?.stopWhen).toEqual([{ queue: 'document-queue', over: 1_000 }]);
    const five = Array.from({ length: 5 }, (_, at) => ({ alarm: `alarm-${at}` }));
    expect(
      readDraft(draft({ stopWhen: five, adding: { ...noCondition, name: 'one more' } })).errors,
    ).toHaveProperty('adding');
  });
});
