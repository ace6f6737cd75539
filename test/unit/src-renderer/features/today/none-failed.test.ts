import { describe, expect, it } from 'vitest';
import { messages } from '#renderer/features/today/messages.ts';
import { describeNoneFailed } from '#renderer/features/today/parts/batch-tables.tsx';
import { batches } from './what-is-seen.ts';

const at = '2026-11-26T14:02:11.000Z';
const whole = { from: 'attention', upTo: at, keptSince: at, wholeSince: at } as const;

describe('a list without failed batches', () => {
  it('says that no batch of any tenant has failed only if all of them were read', () => {
    const read = batches({ answeredFrom: whole, isAllTenants: true });
    expect(describeNoneFailed(read, null)).toBe(messages.batches.noneFailedAnywhere);
    expect(describeNoneFailed(read, 'kestrel')).toBe(messages.batches.noneFailed);
    expect(describeNoneFailed({ ...read, answeredFrom: { ...whole, wholeSince: null } }, null)).toBe(
      messages.batches.noneKnown,
    );
    expect(describeNoneFailed({ ...read, isAllTenants: false }, null)).toBe(messages.batches.noneKnown);
    expect(describeNoneFailed({ ...read, problems: ['Not all were read.'] }, null)).toBe(
      messages.batches.noneKnown,
    );
  });
});
