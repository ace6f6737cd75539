import { describe, expect, test } from 'vitest';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';
import { fromItem } from '#pipelines/plain-items.ts';
import { tellAwkwardTenant } from '#local/world/past/awkward-tenant.ts';
import { once } from '#local/world/past/lazy-telling.ts';
import { Later } from '#local/journal/told.ts';
import { tellPast } from '#local/world/past/tell.ts';
import type { EntityDeclaration, SampleValue } from '#shared/catalogue/declaration.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { fitsItsType } from '../../../shared/catalogue/systems/fits-its-type.ts';

const facts = {
  seed: '1',
  anchor: startOfTime,
  account: '000000000000',
  region: 'local',
  endpoint: 'http://127.0.0.1',
};
const items = nameItemsCollection('autowired-sandbox');
/** This many of thousands of similar items are enough. */
const most = 150;

/** Groups the items that the pipelines would have written by entity. */
const byEntity = once(() => {
  const odd = new Set([...(tellAwkwardTenant(facts).get(items)?.() ?? [])].map(([key]) => key));
  const found = new Map<string, unknown[]>();
  for (const [key, told] of tellPast(facts).get(items)?.() ?? []) {
    if (odd.has(key)) continue;
    const shown = (told instanceof Later ? told.shown : told) as Item;
    const entity = findEntity(extraction, 'main', shown) ?? 'nothing that is declared';
    const others = found.get(entity);
    if (others) others.push(told);
    else found.set(entity, [told]);
  }
  return found;
});

function pickSome(entity: string): Item[] {
  const all = byEntity().get(entity) ?? [];
  const every = Math.ceil(all.length / most);
  return all
    .filter((_, index) => index % every === 0)
    .map((told) => (told instanceof Later ? told.make() : told) as Item);
}

describe('the seeded items', () => {
  test('are all of a kind that the catalogue declares', () => {
    expect(byEntity().has('nothing that is declared')).toBe(false);
    expect([...byEntity().keys()]).toEqual(
      expect.arrayContaining(['Document', 'Batch', 'DocumentEvent', 'MessageFailure', 'WebhookDelivery']),
    );
    // The test computes the whole past, which has 40,000 items.
  }, 30_000);

  test.each(Object.entries(extraction.entities as Record<string, EntityDeclaration>))(
    '%s: have declared attributes only, of the declared types, and all that are not optional',
    (name, { attributes, keys }) => {
      for (const item of pickSome(name)) {
        const plain = fromItem(item as Parameters<typeof fromItem>[0]) as Record<
          string,
          SampleValue | ReadonlySet<string>
        >;
        for (const [attribute, value] of Object.entries(plain)) {
          const declared = attributes[attribute];
          const where = `${attribute} of ${JSON.stringify(item).slice(0, 300)}`;
          if (declared === undefined) expect(Object.keys(keys), where).toContain(attribute);
          else expect(fitsItsType(declared, setAsList(value)), where).toBe(true);
        }
        const needed = Object.keys(attributes).filter((one) => attributes[one]?.optional !== true);
        expect(Object.keys(plain)).toEqual(expect.arrayContaining(needed));
      }
    },
  );
});

function setAsList(value: SampleValue | ReadonlySet<string>): SampleValue {
  return value instanceof Set ? [...(value as ReadonlySet<string>)] : (value as SampleValue);
}
