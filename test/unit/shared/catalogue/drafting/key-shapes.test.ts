import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { draftOfTable } from '#shared/catalogue/drafting/draft-system.ts';
import { findKeyShapes, type SampledKey } from '#shared/catalogue/drafting/key-shapes.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { fillTemplate } from '#shared/catalogue/keys/key-template.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

const table: TableDeclaration = {
  name: 'orders-dev',
  partition: { name: 'PK', type: 'S' },
  sort: { name: 'SK', type: 'S' },
  indexes: {
    GSI1: {
      partition: { name: 'GSI1PK', type: 'S' },
      sort: { name: 'GSI1SK', type: 'S' },
      projection: 'ALL',
    },
  },
};

const key = (PK: string, SK: string, index: SampledKey = {}): SampledKey => ({ PK, SK, ...index });
const findTemplates = (keys: readonly SampledKey[]) =>
  Object.fromEntries(findKeyShapes(table, keys).map((shape) => [shape.entity, shape.keys]));

describe('the templates behind sampled keys', () => {
  it('names a value after the label before it, and an entity after its sort key', () => {
    const found = findTemplates([
      key('CUSTOMER#c-1', 'PROFILE'),
      key('CUSTOMER#c-1', 'ORDER#2026-11-20#o-17'),
      key('CUSTOMER#c-1', 'ORDER#2026-11-21#o-18'),
    ]);
    expect(found).toEqual({
      Customer: { PK: 'CUSTOMER#{customerId}', SK: 'PROFILE' },
      Order: { PK: 'CUSTOMER#{customerId}', SK: 'ORDER#{orderDate:date}#{orderId}' },
    });
  });

  it('keeps a sentinel such as LATEST apart from the days beside it', () => {
    const found = findTemplates([key('d-1', 'REPORT#LATEST'), key('d-1', 'REPORT#2026-11-20')]);
    expect(Object.values(found).map(({ SK }) => SK)).toEqual(['REPORT#LATEST', 'REPORT#{reportDate:date}']);
  });

  it('takes several words behind one label for values', () => {
    const sizes = ['SMALL', 'MEDIUM', 'LARGE'].map((size) => key('SHOP#s-1', `SIZE#${size}`));
    expect(findTemplates(sizes)).toEqual({ Size: { PK: 'SHOP#{shopId}', SK: 'SIZE#{sizeId}' } });
  });

  it('gives one name to a value that is the same in every item of an entity', () => {
    const found = findKeyShapes(
      table,
      ['p-1', 'p-2'].map((id) => key(`SHOP#s-1`, `PRODUCT#${id}`, { GSI1PK: id, GSI1SK: 'SHOP#s-1' })),
    );
    expect(found[0]?.keys).toEqual({
      PK: 'SHOP#{shopId}',
      SK: 'PRODUCT#{productId}',
      GSI1PK: '{productId}',
      GSI1SK: 'SHOP#{shopId}',
    });
  });

  it('says which index only some items are written to', () => {
    const found = findKeyShapes(table, [
      key('SHOP#s-1', 'JOB#j-1', { GSI1PK: 'SHOP#s-1#OPEN', GSI1SK: 'JOB#j-1' }),
      key('SHOP#s-1', 'JOB#j-2'),
    ]);
    expect(found).toMatchObject([
      { entity: 'Job', sparse: ['GSI1'], keys: { GSI1PK: 'SHOP#{shopId}#OPEN' } },
    ]);
  });

  it('reads keys of ElectroDB by its labels', () => {
    const found = findTemplates(
      ['t1', 't2'].map((id) => key(`$taskapp#taskid_${id}`, `$assignments#task_1#projectid_p${id}`)),
    );
    expect(found).toEqual({
      Task: { PK: '$taskapp#taskid_{taskid}', SK: '$assignments#task_1#projectid_{projectid}' },
    });
  });

  it('makes a value of a key without parts, named after its attribute', () => {
    const flat: TableDeclaration = { name: 'files', partition: { name: 'FileID', type: 'S' } };
    expect(findKeyShapes(flat, [{ FileID: 'f-1' }, { FileID: 'f-2' }])).toMatchObject([
      { entity: 'FileItem', keys: { FileID: '{fileId}' }, found: 2 },
    ]);
  });

  it('holds a fixed text for fixed whatever it says, and no name of JavaScript objects becomes a name', () => {
    const draft = draftOfTable({
      table: { ...table, indexes: {}, leftOut: [], items: null, bytes: null },
      sampled: [key('CONSTRUCTOR#x1', '__proto__#y1'), key('CONSTRUCTOR#x2', 'HASOWNPROPERTY#y2')],
    });
    expect(readSystem(JSON.parse(JSON.stringify(draft.system)))).toMatchObject({ ok: true });
  });
});

/** A design as teams write them: labels in capitals, and values of a few kinds behind them. */
const labels = [
  'TENANT',
  'SHOP',
  'ORDER',
  'LINE',
  'PARCEL',
  'INVOICE',
  'USER',
  'DEPOT',
  'ROUTE',
  'CLAIM_FILE',
];
const label = fc.constantFrom(...labels);
const kind = fc.constantFrom('short', 'uuid', 'ulid', 'date', 'time', 'email', 'digits');
const part = fc.oneof(
  { weight: 3, arbitrary: fc.record({ label, kind }) },
  { weight: 1, arbitrary: fc.record({ label, kind: fc.constant('fixed') }) },
);
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;
const sortKey = fc.uniqueArray(part, { minLength: 1, maxLength: 2, selector: (one) => one.label });
const entity = fc.record({ sort: sortKey, inIndex: fc.boolean() });
const design = fc.record({
  partition: fc.record({ label, kind: fc.constantFrom('short', 'uuid', 'ulid') }),
  entities: fc.uniqueArray(entity, {
    minLength: 1,
    maxLength: 5,
    selector: ({ sort }) => sort[0]?.label ?? '',
  }),
});

function makeValue(of: string, at: number): string {
  const two = String(10 + (at % 18));
  switch (of) {
    case 'uuid':
      return `f47ac10b-58cc-4372-a567-0e02b2c3d4${two}`;
    case 'ulid':
      return `01HXYZ0000000000000000AB${two}`;
    case 'date':
      return `2026-11-${two}`;
    case 'time':
      return `2026-11-20T14:20:${two}.000Z`;
    case 'email':
      return `person${two}@example.com`;
    case 'digits':
      return `4${two}7`;
    default:
      return `x-${two}a`;
  }
}

const write = (parts: readonly Part[], at: number): string =>
  parts
    .map((one) => (one.kind === 'fixed' ? one.label : `${one.label}#${makeValue(one.kind, at)}`))
    .join('#');
const describeParts = (parts: readonly Part[]): string =>
  parts.map((one) => (one.kind === 'fixed' ? one.label : `${one.label}#{}`)).join('#');
const bare = (template: string | undefined): string => (template ?? '').replaceAll(/\{[^}]*\}/g, '{}');

describe('a design of many', () => {
  it('is found again from its keys: each template, and each key in its own entity', () => {
    fc.assert(
      fc.property(design, ({ partition, entities }) => {
        const keys = entities.flatMap(({ sort, inIndex }, which) =>
          [1, 2, 3, 4].map((at) =>
            key(
              write([partition], at),
              write(sort, which * 5 + at),
              inIndex ? { GSI1PK: write(sort, which * 5 + at), GSI1SK: write([partition], at) } : {},
            ),
          ),
        );
        const draft = draftOfTable({
          table: { ...table, indexes: table.indexes ?? {}, leftOut: [], items: null, bytes: null },
          sampled: keys,
        });
        const read = readSystem(JSON.parse(JSON.stringify(draft.system)));
        expect(read).toMatchObject({ ok: true });

        const expected = entities.map(({ sort, inIndex }) => ({
          PK: describeParts([partition]),
          SK: describeParts(sort),
          index: inIndex ? `${describeParts(sort)} ${describeParts([partition])}` : ' ',
        }));
        const found = Object.values(draft.system.entities).map((one) => ({
          PK: bare(one.keys['PK']),
          SK: bare(one.keys['SK']),
          index: `${bare(one.keys['GSI1PK'])} ${bare(one.keys['GSI1SK'])}`,
        }));
        const byKey = (one: { readonly SK: string }) => one.SK;
        expect(found.toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1))).toEqual(
          expected.toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1)),
        );
        for (const one of keys) {
          const attributes = Object.fromEntries(Object.entries(one).map(([name, S]) => [name, { S }]));
          expect(findEntity(draft.system, 'main', attributes)).not.toBeNull();
        }
      }),
      { numRuns: chooseRuns({ short: 40, long: 1_000 }) },
    );
  });

  it('keeps no value of a key in what is drafted', () => {
    fc.assert(
      fc.property(design, ({ partition, entities }) => {
        const keys = entities.flatMap(({ sort }, which) =>
          [1, 2].map((at) => key(write([partition], at), write(sort, which * 5 + at))),
        );
        const text = JSON.stringify(
          draftOfTable({
            table: { ...table, indexes: {}, leftOut: [], items: null, bytes: null },
            sampled: keys,
          }),
        );
        const values = keys
          .flatMap((one) => Object.values(one).flatMap((value) => value.split('#')))
          .filter((value) => !labels.includes(value));
        expect(values.filter((value) => text.includes(value))).toEqual([]);
      }),
      { numRuns: chooseRuns({ short: 40, long: 1_000 }) },
    );
  });
});

describe('the patterns of a draft', () => {
  it('can each be asked: the key that they fill is one that an entity can have', () => {
    const draft = draftOfTable({
      table: { ...table, indexes: table.indexes ?? {}, leftOut: [], items: null, bytes: null },
      sampled: [
        key('CUSTOMER#c-1', 'PROFILE', { GSI1PK: 'EMAIL#a@example.com', GSI1SK: 'CUSTOMER#c-1' }),
        key('CUSTOMER#c-1', 'ORDER#2026-11-20#o-17'),
      ],
      stage: 'dev',
    });
    expect(draft.system).toMatchObject({ id: 'orders', tables: { main: { name: 'orders-{stage}' } } });
    const titles = Object.values(draft.system.patterns).map(({ number, title }) => `${number} ${title}`);
    expect(titles).toEqual([
      'AP1 Customer by key',
      'AP2 All items of this customer',
      'AP3 Order by key',
      'AP4 Order items of this customer',
      'AP5 Customer items of this email in GSI1',
    ]);
    const filled = fillTemplate(draft.system.patterns['orderByKey']?.partition ?? '', { customerId: 'c-1' });
    expect(filled).toEqual({ ok: true, key: 'CUSTOMER#c-1' });
  });

  it('marks everything that was guessed, and says what is unknown', () => {
    const { guesses, notes } = draftOfTable({
      table: {
        ...table,
        indexes: {},
        leftOut: ['The index Bin has a binary key, so it is left out.'],
        items: 3,
        bytes: 90,
      },
      sampled: [key('CUSTOMER#c-1', 'PROFILE')],
    });
    expect(guesses.map(({ path }) => path)).toEqual([
      'entities.Customer.keys.PK',
      'entities.Customer.keys.SK',
      'patterns.customerByKey.title',
      'patterns.customerByKey.asks',
    ]);
    expect(notes[0]).toContain('Bin');
    expect(notes).toContain('Attributes other than keys were not read, so none is declared.');
  });
});
