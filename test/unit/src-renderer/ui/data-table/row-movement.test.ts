import { describe, expect, it } from 'vitest';
import { moveRow, scrollToReveal } from '#renderer/ui/data-table/row-movement.ts';

describe('moving the active row', () => {
  it('stops at both ends', () => {
    expect(moveRow('previous', 0, 400, 10)).toBe(0);
    expect(moveRow('next', 399, 400, 10)).toBe(399);
    expect(moveRow('page-down', 395, 400, 10)).toBe(399);
    expect(moveRow('page-up', 3, 400, 10)).toBe(0);
  });

  it('lands on an end when no row is active yet', () => {
    expect(moveRow('next', -1, 400, 10)).toBe(0);
    expect(moveRow('page-down', -1, 400, 10)).toBe(0);
    expect(moveRow('previous', -1, 400, 10)).toBe(399);
  });

  it('has nowhere to go in an empty table', () => {
    expect(moveRow('next', -1, 0, 10)).toBe(-1);
  });
});

describe('revealing the active row', () => {
  const viewport = { scrollTop: 320, height: 160, rowHeight: 32 };

  it('scrolls only as far as it must', () => {
    expect(scrollToReveal(12, viewport)).toBeUndefined();
    expect(scrollToReveal(9, viewport)).toBe(288);
    expect(scrollToReveal(15, viewport)).toBe(352);
  });

  it('counts a row cut by the edge as hidden', () => {
    expect(scrollToReveal(10, { ...viewport, scrollTop: 321 })).toBe(320);
  });
});
