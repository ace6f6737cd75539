import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { keyMap, type KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import {
  projectionWords,
  shapeWords,
  sharingWords,
  sparseNotes,
} from '#renderer/features/explorer/views/index-list.tsx';

function column(system: 'extraction' | 'hr', index: string | null): KeyMapColumn {
  const found = keyMap(catalogue[system], 'main').columns.find((one) => one.index === index);
  if (found === undefined) throw new Error(`No ${String(index)}`);
  return found;
}

describe('words about an index', () => {
  it('counts who shares it', () => {
    expect(sharingWords(column('hr', 'GSI1'))).toBe('3 entities share GSI1, told apart by');
    expect(sharingWords(column('hr', null))).toBe('6 entities share the table, told apart by');
    expect(sharingWords(column('extraction', 'GSI3'))).toBe('Batch alone has keys here');
    expect(sharingWords({ ...column('hr', 'GSI1'), entities: [], overloaded: false })).toBe(
      'No entity writes keys to GSI1',
    );
  });

  it('leaves holes out of a shape, but not where it is nothing else', () => {
    expect(shapeWords('ORG#{orgId}#OPEN')).toBe('ORG#…#OPEN');
    expect(shapeWords('EMAIL#')).toBe('EMAIL#');
    expect(shapeWords('{email}')).toBe('{email}');
  });

  it('names those together of which the same is said', () => {
    const map = keyMap(catalogue.extraction, 'main');
    expect(sparseNotes(map, 'GSI2').map(({ entities }) => entities)).toEqual([['Batch', 'Document']]);
    expect(sparseNotes(map, 'GSI2')[0]?.says).toContain('absence proves nothing');
    expect(sparseNotes(map, null)).toEqual([]);
  });

  it('says what a read brings', () => {
    expect(projectionWords('ALL')).toBe('whole items');
    expect(projectionWords('KEYS_ONLY')).toBe('keys only');
    expect(projectionWords(['name', 'plan'])).toBe('keys and name, plan');
  });
});
