import { describe, expect, it } from 'vitest';
import { describeConditions } from '#shared/catalogue/questions/describe-conditions.ts';
import { aSystem } from '#test/builders/a-system.ts';

const said = (pattern: string, params: Record<string, string | number>): string[] =>
  describeConditions(aSystem(), pattern, params).map(({ attribute, says }) => `${attribute} ${says}`);

describe('describeConditions', () => {
  it.each([
    ['branch', { branchId: 'north' }, ['PK = BRANCH#north', 'SK = METADATA']],
    ['loans', { branchId: 'north' }, ['PK = BRANCH#north', 'SK begins with LOAN#, newest first']],
    [
      'loansBetween',
      { branchId: 'north', since: '2026-11-01', until: '2026-11-30' },
      ['PK = BRANCH#north', 'SK between LOAN#2026-11-01 and LOAN#2026-11-30'],
    ],
    [
      'due',
      { branchId: 'north', status: 'late', moment: 1_763_650_000_000 },
      [
        'GSI1PK = BRANCH#north#STATUS#late',
        'dueAt before 1763650000000 (2025-11-20T14:46:40.000Z), oldest first',
      ],
    ],
    ['reader', { readerId: 'r-1' }, ['readerId = r-1']],
  ])('says what "%s" asks', (pattern, params: Record<string, string | number>, words) => {
    expect(said(pattern, params)).toEqual(words);
  });

  it('leaves what is not typed yet as a hole, and marks what cannot be right', () => {
    const [partition] = describeConditions(aSystem(), 'due', { branchId: ' north ', status: 'a#b' });
    expect(partition?.parts).toEqual([
      { text: '= ', filled: true },
      { text: 'BRANCH#', filled: true },
      { text: 'north', hole: 'branchId', filled: true },
      { text: '#STATUS#', filled: true },
      { text: 'a#b', hole: 'status', filled: false },
    ]);
    expect(said('due', { branchId: '' })).toEqual([
      'GSI1PK = BRANCH#{branchId}#STATUS#{status}',
      'dueAt before {moment}, oldest first',
    ]);
  });

  it('shows a typed time as the number that is asked for', () => {
    expect(said('due', { branchId: 'n', status: 'out', moment: '2025-11-20T14:46:40Z' })[1]).toContain(
      'before 1763650000000 (2025-11-20',
    );
  });

  it('says of a pattern without a sort condition that any sort key is right', () => {
    const system = aSystem();
    const { sort: _, ...loans } = system.patterns['loans'] ?? {};
    const changed = { ...system, patterns: { loans } } as typeof system;
    expect(describeConditions(changed, 'loans', {})[1]?.says).toBe('any, newest first');
  });

  it('compares plain numbers by size, not by time', () => {
    const system = aSystem();
    const [table] = Object.values(system.tables);
    const pattern = { ...system.patterns['due'], sort: { upTo: '{most:number}' }, order: undefined };
    expect(table).toBeDefined();
    const changed = { ...system, patterns: { due: pattern } } as unknown as typeof system;
    expect(describeConditions(changed, 'due', { most: '12' })[1]?.says).toBe('at most 12');
  });
});
