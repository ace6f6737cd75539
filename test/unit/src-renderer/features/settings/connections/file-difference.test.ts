import { expect, test } from 'vitest';
import { foldUnchanged } from '#renderer/features/settings/connections/file-difference.tsx';

function lines(text: string) {
  return text.split('').map((letter, at) => ({
    kind: letter === '+' ? ('added' as const) : letter === '-' ? ('removed' as const) : ('same' as const),
    text: String(at),
  }));
}

function drawn(text: string): string {
  return foldUnchanged(lines(text))
    .map((line) =>
      line.kind === 'folded' ? `(${line.count})` : { same: '.', added: '+', removed: '-' }[line.kind],
    )
    .join('');
}

test('three lines stay around each change, and the others are folded', () => {
  expect(drawn('..........+..........')).toBe('(7)...+...(7)');
  expect(drawn('-.........+')).toBe('-...(3)...+');
});

test('a single line is not folded, since that would save nothing', () => {
  expect(drawn('....+....')).toBe('....+....');
});

test('a file without a change is one fold, and an empty one is nothing', () => {
  expect(drawn('.....')).toBe('(5)');
  expect(drawn('')).toBe('');
});
