import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputLimitBytes, measureInput } from '#main/gate/admit.ts';

describe('measureInput', () => {
  it('accepts any plain JSON within the cap', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(measureInput(value)).toBe('fits');
      }),
    );
  });

  it('stops at the cap for one long text, many short ones, and a wide list', () => {
    expect(measureInput({ text: 'x'.repeat(inputLimitBytes) })).toBe('too-large');
    expect(measureInput(Array.from({ length: 50_000 }, () => 'x'.repeat(30)))).toBe('too-large');
    expect(measureInput(new Array(inputLimitBytes + 1).fill(0))).toBe('too-large');
  });

  it('refuses cycles, depth, prototypes and non-JSON values', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const hostile: unknown[] = [
      loop,
      new Map(),
      new Date(0),
      1n,
      Number.NaN,
      () => 1,
      Symbol('s'),
      JSON.parse('{"__proto__":{"isAdmin":true}}'),
      new (class Sneaky {})(),
    ];
    for (const value of hostile) expect(measureInput({ value })).toBe('not-json');
  });
});
