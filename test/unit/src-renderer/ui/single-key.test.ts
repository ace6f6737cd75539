import { expect, test } from 'vitest';
import { isSingleKey } from '#renderer/ui/kbd/key-names.ts';

test('single keys are characters without Ctrl, Command or Alt', () => {
  expect(['?', 'G T', 'Shift+X', '[', 'Space'].filter((shortcut) => !isSingleKey(shortcut))).toEqual([]);
  expect(['Mod+K', 'Alt+1', 'Meta+K'].filter(isSingleKey)).toEqual([]);
});

test('named keys are never set off by a stray character', () => {
  expect(['Enter', 'Escape', 'ArrowUp', 'F6', 'Shift+Tab'].filter(isSingleKey)).toEqual([]);
});
