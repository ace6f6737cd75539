import { describe, expect, it } from 'vitest';
import type { EntityDeclaration } from '#shared/catalogue/declaration.ts';
import { aPattern, aSystem, aTable, anEntity, anIndex, found } from './small-systems.ts';

const rule = 'related-entities-apart';
const document = { PK: 'DOCUMENT#{documentId}', SK: 'METADATA' };
const byDocument = aPattern('main', 'DOCUMENT#{documentId}', ['Document']);

function withCall(call: EntityDeclaration['keys'], more: Readonly<Record<string, EntityDeclaration>> = {}) {
  return aSystem({
    tables: aTable({ GSI1: anIndex() }),
    entities: { Document: anEntity(document), Call: anEntity(call), ...more },
    patterns: { byDocument },
  });
}

describe('entities that belong together', () => {
  it('are apart if each has a partition by its own id', () => {
    const [finding, ...more] = found(rule, withCall({ PK: 'CALL#{callId}', SK: '{documentId}' }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', at: 'small.main', table: 'main' });
    expect(finding?.says).toContain('Call belongs to Document');
    expect(finding?.remedy).toMatch(/partition DOCUMENT#\{documentId\}.*CALL#…/);
  });

  it('are apart if a question needs both at once', () => {
    const system = aSystem({
      entities: {
        Document: anEntity(document),
        Call: anEntity({ PK: 'CALL#{callId}', SK: 'OF#{documentId}' }),
      },
      patterns: { overview: { ...byDocument, returns: ['Document', 'Call'] } },
    });
    expect(found(rule, system)).toMatchObject([
      { severity: 'high', at: 'small.overview', pattern: 'overview' },
    ]);
    expect(found('pattern-without-index', system)).toEqual([]);
  });

  it('are together in one partition', () => {
    expect(found(rule, withCall({ PK: 'DOCUMENT#{documentId}', SK: 'CALL#{callId}' }))).toEqual([]);
  });

  it('are together in an index by the parent', () => {
    const keys = { PK: 'CALL#{callId}', SK: '{documentId}', GSI1PK: '{documentId}', GSI1SK: '{callId}' };
    expect(found(rule, withCall(keys))).toEqual([]);
  });

  it('are deliberately linked by an item stored with another parent', () => {
    const fund = { Fund: anEntity({ PK: 'FUND#{fundId}', SK: 'METADATA' }) };
    expect(found(rule, withCall({ PK: 'FUND#{fundId}', SK: 'DOCUMENT#{documentId}' }, fund))).toEqual([]);
  });

  it('are deliberately spread over declared shards, but not behind an id of that name', () => {
    const system = withCall({ PK: 'CALLS#{shard}', SK: '{documentId}' });
    const shard = { label: 'Shard', oneOf: '01234567'.split('') };
    expect(found(rule, { ...system, parameters: { shard: { ...shard, spreads: true } } })).toEqual([]);
    expect(found(rule, { ...system, parameters: { shard } })).toHaveLength(1);
  });

  it('are not apart where a declared question reads one item for each of several days', () => {
    const system = withCall({ PK: 'CALLS#{day:date}', SK: '{documentId}' });
    const byDays = aPattern('main', 'CALLS#{day:date}', ['Call'], { sort: { equals: '{documentId}' } });
    const withDays = { ...system, patterns: { byDocument, byDays: { ...byDays, each: true } } } as const;
    expect(found(rule, withDays)).toEqual([]);
    expect(found(rule, { ...system, patterns: { byDocument, byDays } })).toHaveLength(1);
  });

  it('may be apart if no question asks by the parent', () => {
    const system = withCall({ PK: 'CALL#{callId}', SK: '{documentId}' });
    expect(found(rule, { ...system, patterns: {} })).toEqual([]);
  });
});
