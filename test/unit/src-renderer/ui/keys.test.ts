import { describe, expect, it, test } from 'vitest';
import { ariaKeys, isSingleKey, keyCaps, spokenKeys } from '#renderer/ui/keys.ts';

describe('key names', () => {
  it('show the platform’s own modifier', () => {
    expect(keyCaps('Mod+K', true)).toEqual([['⌘', 'K']]);
    expect(keyCaps('Mod+K', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('Shift+x', true)).toEqual([['⇧', 'X']]);
  });

  it('keep consecutive presses apart', () => {
    expect(keyCaps('G T', false)).toEqual([['G'], ['T']]);
    expect(spokenKeys('G T', false)).toBe('G, then T');
  });

  it('name keys that have no letter', () => {
    expect(keyCaps('Enter', false)).toEqual([['↵']]);
    expect(keyCaps('Escape', true)).toEqual([['Esc']]);
    expect(spokenKeys('Mod+/', true)).toBe('Command Slash');
    expect(spokenKeys('?', false)).toBe('Question mark');
  });

  it('accept the plus key as a key', () => {
    expect(keyCaps('Mod++', false)).toEqual([['Ctrl', '+']]);
    expect(keyCaps('+', false)).toEqual([['+']]);
  });

  it('give assistive technology the real modifier', () => {
    expect(ariaKeys('Mod+Enter', true)).toBe('Meta+Enter');
    expect(ariaKeys('Mod+Enter', false)).toBe('Control+Enter');
  });
});

test('single keys are characters without Ctrl, Command or Alt', () => {
  expect(['?', 'G T', 'Shift+X', '[', 'Space'].filter((shortcut) => !isSingleKey(shortcut))).toEqual([]);
  expect(['Mod+K', 'Alt+1', 'Meta+K'].filter(isSingleKey)).toEqual([]);
});

test('named keys are never set off by a stray character', () => {
  expect(['Enter', 'Escape', 'ArrowUp', 'F6', 'Shift+Tab'].filter(isSingleKey)).toEqual([]);
});
