import { describe, expect, it } from 'vitest';
import { describeFilter, describeSelection } from '#renderer/ui/data-table/describe-rows.ts';

describe('what a table says about its rows', () => {
  it('never speaks for rows that were not read', () => {
    expect(describeFilter(12, 400)).toBe('12 shown of the 400 loaded');
    expect(describeFilter(2956, 10_000)).toBe('2,956 shown of the 10,000 loaded');
  });

  it('says exactly which rows are selected', () => {
    expect(describeSelection({ loaded: 3, hidden: 0, notLoaded: 0 }, 400)).toBe(
      '3 of the 400 loaded selected',
    );
    expect(describeSelection({ loaded: 3, hidden: 1, notLoaded: 2 }, 400)).toBe(
      '3 of the 400 loaded selected, 1 hidden by the filter, 2 more not loaded',
    );
  });
});
