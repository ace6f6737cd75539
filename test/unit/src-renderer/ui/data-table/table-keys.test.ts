import { describe, expect, it } from 'vitest';
import { tableAction } from '#renderer/ui/data-table/table-keys.ts';

function press(key: string, held: 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'none' = 'none') {
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  return tableAction({ key, ...keys, ...(held === 'none' ? {} : { [held]: true }) });
}

describe('keys of a list', () => {
  it('moves with J and K as with the arrows', () => {
    expect(press('j')).toEqual(press('ArrowDown'));
    expect(press('k')).toEqual(press('ArrowUp'));
    expect(press('J', 'shiftKey')).toEqual(press('j'));
  });

  it('tells X from Shift+X', () => {
    expect(press('x')).toEqual({ kind: 'toggle' });
    expect(press('X', 'shiftKey')).toEqual({ kind: 'range' });
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
    'leaves chords with %s to the shell and the browser',
    (held) => {
      expect(press('k', held)).toBeUndefined();
      expect(press('c', held)).toBeUndefined();
    },
  );

  it('means nothing by other keys, nor by names an object brings with it', () => {
    expect(press('q')).toBeUndefined();
    expect(press('constructor')).toBeUndefined();
    expect(press('Escape')).toBeUndefined();
  });
});
