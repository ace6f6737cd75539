import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { entityOf } from '#shared/catalogue/keys/entity-of.ts';
import { aSystem } from '#test/builders/a-system.ts';

const at = (PK: string, SK: string): Attributes => ({ PK: { S: PK }, SK: { S: SK } });

describe('entityOf', () => {
  it('knows an item by the keys of its table', () => {
    expect(entityOf(aSystem(), 'main', at('BRANCH#north', 'METADATA'))).toBe('Branch');
    expect(entityOf(aSystem(), 'readers', { readerId: { S: 'r-1' } })).toBe('Reader');
    const loan = at('BRANCH#north', 'LOAN#2026-11-20#01JD4N9V8M7T0000000000000A');
    expect(entityOf(aSystem(), 'main', loan)).toBe('Loan');
  });

  it('says nothing of an item that no template fits', () => {
    expect(entityOf(aSystem(), 'main', at('BRANCH#north', 'LOAN#2026-11-20'))).toBeNull();
    expect(entityOf(aSystem(), 'main', { PK: { S: 'BRANCH#north' } })).toBeNull();
    expect(entityOf(aSystem(), 'main', { PK: { N: '1' }, SK: { S: 'METADATA' } })).toBeNull();
    expect(
      entityOf(aSystem(), 'main', { PK: { S: 'BRANCH#n' }, SK: { MASKED: { what: 'x', revealable: true } } }),
    ).toBeNull();
    expect(entityOf(aSystem(), 'constructor', at('BRANCH#north', 'METADATA'))).toBeNull();
  });

  it('takes the template that says most where several fit, in whichever order they stand', () => {
    const system = aSystem();
    const version = { ...branchOf(system), keys: { PK: 'BRANCH#{branchId}', SK: '{version}' } };
    for (const entities of [
      { Version: version, ...system.entities },
      { ...system.entities, Version: version },
    ]) {
      const changed = { ...system, entities };
      expect(entityOf(changed, 'main', at('BRANCH#north', 'METADATA'))).toBe('Branch');
      expect(entityOf(changed, 'main', at('BRANCH#north', 'METADATA2'))).toBe('Version');
    }
  });

  it('takes any way in which DynamoDB writes a number', () => {
    const system = aSystem();
    const tables = { counts: { name: 'counts', partition: { name: 'n', type: 'N' } } } as const;
    const entities = { Count: { table: 'counts', keys: { n: '{n:number}' }, attributes: {} } };
    expect(entityOf({ ...system, tables, entities }, 'counts', { n: { N: '1E+2' } })).toBe('Count');
    expect(entityOf({ ...system, tables, entities }, 'counts', { n: { S: '100' } })).toBeNull();
  });
});

function branchOf({ entities }: ReturnType<typeof aSystem>): (typeof entities)[string] {
  const branch = entities['Branch'];
  if (branch === undefined) throw new Error('The library has branches.');
  return branch;
}
