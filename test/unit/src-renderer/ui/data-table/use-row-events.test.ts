import { describe, expect, it } from 'vitest';
import { moveRow, scrollToReveal, tableAction } from '#renderer/ui/data-table/use-row-events.ts';

function press(key: string, held: 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'none' = 'none') {
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  return tableAction({ key, ...keys, ...(held === 'none' ? {} : { [held]: true }) });
}

describe('keys of a list', () => {
  it('move with J and K as with the arrows', () => {
    expect(press('j')).toEqual(press('ArrowDown'));
    expect(press('k')).toEqual(press('ArrowUp'));
    expect(press('J', 'shiftKey')).toEqual(press('j'));
  });

  it('distinguish X from Shift+X', () => {
    expect(press('x')).toEqual({ kind: 'toggle' });
    expect(press('X', 'shiftKey')).toEqual({ kind: 'range' });
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
    'leave %s combinations to the shell and the browser',
    (held) => {
      expect(press('k', held)).toBeUndefined();
      expect(press('c', held)).toBeUndefined();
    },
  );

  it('select with Space as with X, and all with Ctrl+A or Cmd+A', () => {
    expect(press(' ')).toEqual(press('x'));
    expect(press(' ', 'shiftKey')).toEqual({ kind: 'range' });
    expect(press('a', 'ctrlKey')).toEqual({ kind: 'all' });
    expect(press('a', 'metaKey')).toEqual({ kind: 'all' });
    expect(press('a', 'altKey')).toBeUndefined();
    expect(press('a')).toBeUndefined();
  });

  it('ignore other keys, and names that every object has', () => {
    expect(press('q')).toBeUndefined();
    expect(press('constructor')).toBeUndefined();
    expect(press('Escape')).toBeUndefined();
  });
});

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

  it('does nothing in an empty table', () => {
    expect(moveRow('next', -1, 0, 10)).toBe(-1);
  });
});

describe('revealing the active row', () => {
  const viewport = { scrollTop: 320, height: 160, rowHeight: 32 };

  it('scrolls only as far as needed', () => {
    expect(scrollToReveal(12, viewport)).toBeUndefined();
    expect(scrollToReveal(9, viewport)).toBe(288);
    expect(scrollToReveal(15, viewport)).toBe(352);
  });

  it('counts a row cut by the edge as hidden', () => {
    expect(scrollToReveal(10, { ...viewport, scrollTop: 321 })).toBe(320);
  });
});
