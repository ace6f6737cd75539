import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { keyMap, type KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import {
  describeProjection,
  abbreviateShape,
  describeSharing,
  listSparseNotes,
} from '#renderer/features/explorer/views/index-list.tsx';

function column(system: 'extraction' | 'hr', index: string | null): KeyMapColumn {
  const found = keyMap(catalogue[system], 'main').columns.find((one) => one.index === index);
  if (found === undefined) throw new Error(`No ${String(index)}`);
  return found;
}

describe('the description of an index', () => {
  it('counts the entities that share it', () => {
    expect(describeSharing(column('hr', 'GSI1'))).toBe('3 entities share GSI1, told apart by');
    expect(describeSharing(column('hr', null))).toBe('6 entities share the table, told apart by');
    expect(describeSharing(column('extraction', 'GSI3'))).toBe('4 entities share GSI3, told apart by');
    expect(describeSharing({ ...column('hr', 'GSI1'), entities: [], overloaded: false })).toBe(
      'No entity writes keys to GSI1',
    );
  });

  it('leaves holes out of a key, unless it is only a hole', () => {
    expect(abbreviateShape('ORG#{orgId}#OPEN')).toBe('ORG#…#OPEN');
    expect(abbreviateShape('EMAIL#')).toBe('EMAIL#');
    expect(abbreviateShape('{email}')).toBe('{email}');
  });

  it('groups entities with the same condition', () => {
    const map = keyMap(catalogue.extraction, 'main');
    expect(listSparseNotes(map, 'GSI2').map(({ entities }) => entities)).toEqual([
      ['Batch', 'Document'],
      ['Attention'],
      ['TenantActivity'],
      ['Activity'],
    ]);
    expect(listSparseNotes(map, 'GSI2')[0]?.says).toContain('absence proves nothing');
    expect(listSparseNotes(map, null)).toEqual([]);
  });

  it('says which attributes a read returns', () => {
    expect(describeProjection('ALL')).toBe('whole items');
    expect(describeProjection('KEYS_ONLY')).toBe('keys only');
    expect(describeProjection(['name', 'plan'])).toBe('keys and name, plan');
  });
});
