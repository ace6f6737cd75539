import { describe, expect, it } from 'vitest';
import { ariaKeys, keyCaps, spokenKeys } from '#renderer/ui/kbd/key-names.ts';

describe('key names', () => {
  it('shows the platform its own modifier', () => {
    expect(keyCaps('Mod+K', true)).toEqual([['⌘', 'K']]);
    expect(keyCaps('Mod+K', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('Shift+x', true)).toEqual([['⇧', 'X']]);
  });

  it('keeps presses that follow each other apart', () => {
    expect(keyCaps('G T', false)).toEqual([['G'], ['T']]);
    expect(spokenKeys('G T', false)).toBe('G, then T');
  });

  it('names keys that have no letter', () => {
    expect(keyCaps('Enter', false)).toEqual([['↵']]);
    expect(keyCaps('Escape', true)).toEqual([['Esc']]);
    expect(spokenKeys('Mod+/', true)).toBe('Command Slash');
    expect(spokenKeys('?', false)).toBe('Question mark');
  });

  it('takes the plus key for a key', () => {
    expect(keyCaps('Mod++', false)).toEqual([['Ctrl', '+']]);
    expect(keyCaps('+', false)).toEqual([['+']]);
  });

  it('tells assistive technology the real modifier', () => {
    expect(ariaKeys('Mod+Enter', true)).toBe('Meta+Enter');
    expect(ariaKeys('Mod+Enter', false)).toBe('Control+Enter');
  });
});
