import { describe, expect, it } from 'vitest';
import { jsonLines } from '#renderer/ui/json-lines.ts';
import { treeMove } from '#renderer/ui/json-view.tsx';

// The lines are 0 root, 1 a (open), 2 a/b, 3 close, 4 c, 5 d (empty), 6 close.
const lines = jsonLines({
  value: { a: { b: 1 }, c: 2, d: {} },
  masked: new Map(),
  folds: new Map(),
  pages: new Map(),
});

function press(key: string, at: number) {
  return treeMove({ key, ctrlKey: false, metaKey: false, altKey: false }, lines, at);
}

describe('keys of the JSON tree', () => {
  it('skip closing brackets', () => {
    expect(press('ArrowDown', 2)).toEqual({ go: 4 });
    expect(press('k', 4)).toEqual({ go: 2 });
    expect(press('End', 0)).toEqual({ go: 5 });
    expect(press('ArrowDown', 5)).toEqual({ go: 5 });
  });

  it('fold with left, or go to the parent of a leaf', () => {
    expect(press('ArrowLeft', 1)).toEqual({ fold: false });
    expect(press('ArrowLeft', 2)).toEqual({ go: 1 });
    expect(press('ArrowLeft', 4)).toEqual({ go: 0 });
  });

  it('open with right, and then go in', () => {
    expect(press('ArrowRight', 1)).toEqual({ go: 2 });
    expect(press('ArrowRight', 5)).toBeUndefined();
  });

  it('ignore combinations', () => {
    expect(treeMove({ key: 'c', ctrlKey: true, metaKey: false, altKey: false }, lines, 0)).toBeUndefined();
  });
});
