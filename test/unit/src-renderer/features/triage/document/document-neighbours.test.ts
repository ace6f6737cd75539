import { describe, expect, it } from 'vitest';
import { findNeighbours } from '#renderer/features/triage/document/document-neighbours.tsx';

const toRows = (ids: string) => Array.from(ids, (documentId) => ({ documentId }));

/** Returns "previous next" of a document, with "-" for none. */
function find(rows: string, order: string, id: string): string {
  const { before, following } = findNeighbours(toRows(rows), toRows(order), id);
  return `${before?.documentId ?? '-'} ${following?.documentId ?? '-'}`;
}

describe('the neighbours of a document', () => {
  it('are beside it in the list', () => {
    expect(find('abcd', 'abcd', 'b')).toBe('a c');
    expect(find('abcd', 'abcd', 'a')).toBe('- b');
    expect(find('abcd', 'abcd', 'd')).toBe('c -');
  });

  it('are those of its last place once it has left the list', () => {
    expect(find('abd', 'abcd', 'c')).toBe('b d');
    expect(find('bcd', 'abcd', 'a')).toBe('- b');
    expect(find('abc', 'abcd', 'd')).toBe('c -');
  });

  it('are the nearest that are still in the list', () => {
    expect(find('af', 'abcdef', 'c')).toBe('a f');
    expect(find('ef', 'abcdef', 'c')).toBe('- e');
    expect(find('ab', 'abcdef', 'c')).toBe('b -');
    expect(find('', 'abc', 'b')).toBe('- -');
  });

  it('are on the page that was read after it had left', () => {
    expect(find('abxy', 'abc', 'c')).toBe('b x');
    expect(find('xy', 'c', 'c')).toBe('- x');
  });

  it('are not documents that came in above', () => {
    expect(find('xab', 'abc', 'c')).toBe('b -');
    expect(find('xabd', 'abcd', 'c')).toBe('b d');
  });

  it('are none if it never had a place', () => {
    expect(find('abcd', '', 'z')).toBe('- -');
    expect(find('abcd', 'abcd', 'z')).toBe('- -');
  });
});
