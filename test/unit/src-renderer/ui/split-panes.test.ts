import { describe, expect, it } from 'vitest';
import { clampSize, largestSize, sizeAfterKey } from '#renderer/ui/split-panes.tsx';

const limits = { min: 200, minOther: 300, length: 1000 };
const right = { key: 'ArrowRight', shiftKey: false };

describe('splitting a window', () => {
  it('keeps both panes at their minimum', () => {
    expect(clampSize(50, limits)).toBe(200);
    expect(clampSize(900, limits)).toBe(700);
    expect(largestSize(limits)).toBe(700);
  });

  it('shrinks the other pane in a window too small for both', () => {
    expect(clampSize(400, { ...limits, length: 400 })).toBe(200);
  });

  it('moves the handle the way the arrow points', () => {
    expect(sizeAfterKey(right, 400, limits, 'row', 'start')).toBe(416);
    expect(sizeAfterKey(right, 400, limits, 'row', 'end')).toBe(384);
    expect(sizeAfterKey({ ...right, shiftKey: true }, 400, limits, 'row', 'start')).toBe(464);
  });

  it('goes to either end with Home and End', () => {
    expect(sizeAfterKey({ key: 'Home', shiftKey: false }, 400, limits, 'row', 'start')).toBe(200);
    expect(sizeAfterKey({ key: 'End', shiftKey: false }, 400, limits, 'row', 'start')).toBe(700);
    expect(sizeAfterKey({ key: 'Home', shiftKey: false }, 400, limits, 'row', 'end')).toBe(700);
  });

  it('leaves the arrows of the other axis to others', () => {
    expect(sizeAfterKey(right, 400, limits, 'column', 'start')).toBeUndefined();
  });
});
