import { describe, expect, test } from 'vitest';
import { matchShortcut, readKeyPress, type KeyPress } from '#renderer/app/shortcuts/use-shortcuts.ts';

function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    altGraph: false,
    ...change,
  };
}

describe('the spelling of a key press', () => {
  test.each([
    [press('k', { ctrlKey: true }), false, 'Mod+K'],
    [press('k', { metaKey: true }), true, 'Mod+K'],
    [press('k', { ctrlKey: true }), true, 'Control+K'],
    [press('k', { metaKey: true }), false, 'Meta+K'],
    [press('?', { shiftKey: true }), false, '?'],
    [press('X', { shiftKey: true }), false, 'Shift+X'],
    [press('G'), false, 'G'],
    [press('Tab', { shiftKey: true }), false, 'Shift+Tab'],
    [press(' '), false, 'Space'],
    [press('л', { code: 'KeyK', ctrlKey: true }), false, 'Mod+K'],
    [press('п', { code: 'KeyG' }), false, 'G'],
    [press('Ш', { code: 'KeyI', shiftKey: true }), false, 'Shift+I'],
    [press('х', { code: 'BracketLeft' }), false, '['],
    [press('ل', { code: 'KeyG' }), false, 'G'],
    // The letter printed on a Latin key counts, regardless of the key's position.
    [press('z', { code: 'KeyY' }), false, 'Z'],
    [press('é', { code: 'Digit2' }), false, 'É'],
  ] as const)('%o on apple=%s is %s', (event, apple, written) => {
    expect(readKeyPress(event, apple)).toBe(written);
  });

  test('a bracket typed with AltGr is a bracket', () => {
    expect(readKeyPress(press('[', { ctrlKey: true, altKey: true, altGraph: true }), false)).toBe('[');
  });

  test.each(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead'])('%s alone is not a press', (key) => {
    expect(readKeyPress(press(key), false)).toBeUndefined();
  });
});

describe('the effect of a key press', () => {
  const shortcuts = ['Mod+K', '?', '[', 'G T', 'G I', 'T D'];

  test('a single shortcut runs at once', () => {
    expect(matchShortcut(shortcuts, [], '?')).toEqual({ kind: 'run', shortcut: '?' });
  });

  test('the first key of a sequence waits, the second runs it', () => {
    expect(matchShortcut(shortcuts, [], 'G')).toEqual({ kind: 'pending', presses: ['G'] });
    expect(matchShortcut(shortcuts, ['G'], 'I')).toEqual({ kind: 'run', shortcut: 'G I' });
  });

  test('in a sequence a key means its place in it, not what it starts elsewhere', () => {
    expect(matchShortcut(shortcuts, ['G'], 'T')).toEqual({ kind: 'run', shortcut: 'G T' });
  });

  test('a key that does not continue may start again', () => {
    expect(matchShortcut(shortcuts, ['G'], 'G')).toEqual({ kind: 'pending', presses: ['G'] });
    expect(matchShortcut(shortcuts, ['G'], 'Mod+K')).toEqual({ kind: 'run', shortcut: 'Mod+K' });
    expect(matchShortcut(shortcuts, ['G'], 'Z')).toEqual({ kind: 'none' });
  });

  test('Shift and G is not G', () => {
    expect(matchShortcut(shortcuts, [], 'Shift+G')).toEqual({ kind: 'none' });
  });
});
