import { describe, expect, it } from 'vitest';
import { secondsLeft } from '#shared/domain/time-left.ts';

describe('the time that is left', () => {
  it('counts waves of ten in each call', () => {
    expect(secondsLeft({ calls: [1, 10, 17], secondsPerDocument: 15 })).toBe((1 + 1 + 2) * 15);
    expect(secondsLeft({ calls: [], secondsPerDocument: 15 })).toBe(0);
  });
});
