import { describe, expect, test } from 'vitest';
import { findLineAction } from '#renderer/features/review/fields/line-actions.tsx';

const press = (key: string, ...held: readonly ('ctrl' | 'alt' | 'shift')[]) => ({
  key,
  code: '',
  ctrlKey: held.includes('ctrl'),
  metaKey: false,
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('a key in the table of lines', () => {
  test.each([
    ['addBelow', press('i', 'ctrl')],
    ['addBelow', press('Insert')],
    ['addAbove', press('I', 'ctrl', 'shift')],
    ['duplicate', press('D', 'ctrl', 'shift')],
    ['remove', press('Delete', 'ctrl')],
    ['remove', press('Backspace', 'ctrl')],
    ['split', press('J', 'ctrl', 'shift')],
    ['merge', press('j', 'ctrl')],
    ['moveUp', press('ArrowUp', 'alt')],
    ['copyDown', press('d', 'ctrl')],
    ['columnDown', press('ArrowDown', 'alt', 'shift')],
  ] as const)('does "%s"', (action, pressed) => {
    expect(findLineAction(pressed, false)).toBe(action);
  });

  test('that has no meaning there, or pastes, is left to others', () => {
    for (const pressed of [
      press('i'),
      press('Delete'),
      press('ArrowUp'),
      press('v', 'ctrl'),
      press('k', 'ctrl'),
    ]) {
      expect(findLineAction(pressed, false)).toBeUndefined();
    }
  });

  test('that edits text keeps its meaning while a cell is typed', () => {
    expect(findLineAction(press('Delete', 'ctrl'), true)).toBeUndefined();
    expect(findLineAction(press('ArrowUp', 'alt'), true)).toBeUndefined();
    expect(findLineAction(press('Insert'), true)).toBeUndefined();
    expect(findLineAction(press('i', 'ctrl'), true)).toBe('addBelow');
  });
});
