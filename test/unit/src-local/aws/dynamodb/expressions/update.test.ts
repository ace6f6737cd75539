import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';
import {
  applyUpdate,
  parseUpdate,
  projectTouched,
  listTouchedTopLevel,
  type Update,
} from '#local/aws/dynamodb/expressions/update.ts';
import type { AttributeValue, Item } from '#local/aws/dynamodb/values/attribute-value.ts';

const invalidPath = 'The document path provided in the update expression is invalid for update';
const missing = 'The provided expression refers to an attribute that does not exist in the item';
const wrongType = 'An operand in the update expression has an incorrect data type';

const document: Item = {
  id: { S: '7' },
  pages: { N: '12' },
  tags: { SS: ['fax', 'urgent'] },
  steps: { L: [{ S: 'read' }, { S: 'split' }, { M: { who: { S: 'x' } } }] },
  origin: { M: { folder: { S: 'in' }, marks: { M: {} } } },
};

const values: Record<string, AttributeValue> = {
  ':one': { N: '1' },
  ':s': { S: 's' },
  ':t': { S: 't' },
  ':list': { L: [{ S: 'z' }] },
  ':fax': { SS: ['fax'] },
  ':both': { SS: ['urgent', 'fax', 'new'] },
  ':numbers': { NS: ['1'] },
};

function anUpdate(text: string): Update {
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}(?!\\w)`).test(text));
  return parseUpdate(text, substitutions(used.length > 0 ? { values: Object.fromEntries(used) } : {}));
}

function updated(text: string, item: Item = document): Item {
  const before = JSON.stringify(item);
  const after = applyUpdate(item, anUpdate(text));
  expect(JSON.stringify(item)).toBe(before);
  return after;
}

describe('SET', () => {
  it.each<[string, Item]>([
    ['SET pages = :one', { pages: { N: '1' } }],
    ['SET pages = pages + :one', { pages: { N: '13' } }],
    ['set pages = :one - pages', { pages: { N: '-11' } }],
    ['SET pages = ((pages) + (:one))', { pages: { N: '13' } }],
    ['SET pages = if_not_exists(nothing, pages) + :one', { pages: { N: '13' } }],
    ['SET hits = if_not_exists(hits, :one)', { hits: { N: '1' } }],
    ['SET pages = if_not_exists(pages, nothing)', {}],
    [
      'SET fresh = steps[0], steps[0] = id',
      { fresh: { S: 'read' }, steps: { L: [{ S: '7' }, { S: 'split' }, { M: { who: { S: 'x' } } }] } },
    ],
    [
      'SET journal = list_append(if_not_exists(journal, :list), :list)',
      { journal: { L: [{ S: 'z' }, { S: 'z' }] } },
    ],
    [
      'SET origin.folder = :s, origin.fresh = :t',
      { origin: { M: { folder: { S: 's' }, marks: { M: {} }, fresh: { S: 't' } } } },
    ],
    ['SET steps[2].who = :s', { steps: { L: [{ S: 'read' }, { S: 'split' }, { M: { who: { S: 's' } } }] } }],
    [
      'SET steps[90] = :t, steps[8] = :s',
      { steps: { L: [...(document['steps'] as { L: AttributeValue[] }).L, { S: 's' }, { S: 't' }] } },
    ],
  ])('%s', (text, changed) => {
    expect(updated(text)).toEqual({ ...document, ...changed });
  });

  it('lets operands see the item as it was', () => {
    const swapped = updated('SET a = b, b = a', { a: { S: '1' }, b: { S: '2' } });
    expect(swapped).toEqual({ a: { S: '2' }, b: { S: '1' } });
  });

  it('writes an attribute called __proto__ like any other', () => {
    const names = { '#p': '__proto__', '#m': 'm' };
    const update = parseUpdate(
      'SET #p = :v, #m.#p = :v',
      substitutions({ names, values: { ':v': { S: 'x' } } }),
    );
    const after = applyUpdate({ m: { M: {} } }, update);
    expect(JSON.stringify(after)).toBe('{"m":{"M":{"__proto__":{"S":"x"}}},"__proto__":{"S":"x"}}');
    const removal = parseUpdate(
      'REMOVE #m SET a = :v',
      substitutions({ names: { '#m': 'm' }, values: { ':v': { S: 'y' } } }),
    );
    expect(JSON.stringify(applyUpdate(after, removal))).toBe('{"__proto__":{"S":"x"},"a":{"S":"y"}}');
  });
});

describe('REMOVE', () => {
  it.each<[string, Item]>([
    ['REMOVE nothing, origin.nothing, steps[7]', document],
    [
      'REMOVE pages, tags',
      {
        id: { S: '7' },
        steps: document['steps'] as AttributeValue,
        origin: document['origin'] as AttributeValue,
      },
    ],
    ['REMOVE steps[0], steps[2]', { ...document, steps: { L: [{ S: 'split' }] } }],
    [
      'REMOVE steps[0] SET steps[1] = :s, steps[5] = :t',
      { ...document, steps: { L: [{ S: 's' }, { M: { who: { S: 'x' } } }, { S: 't' }] } },
    ],
    ['REMOVE origin.marks', { ...document, origin: { M: { folder: { S: 'in' } } } }],
  ])('%s', (text, expected) => {
    expect(updated(text)).toEqual(expected);
  });
});

describe('ADD and DELETE', () => {
  it.each<[string, Item]>([
    ['ADD pages :one', { pages: { N: '13' } }],
    ['ADD hits :one', { hits: { N: '1' } }],
    ['ADD tags :both', { tags: { SS: ['fax', 'urgent', 'new'] } }],
    [
      'ADD flags :fax, origin.hits :one',
      { flags: { SS: ['fax'] }, origin: { M: { folder: { S: 'in' }, marks: { M: {} }, hits: { N: '1' } } } },
    ],
    [
      'ADD steps[9] :one',
      { steps: { L: [...(document['steps'] as { L: AttributeValue[] }).L, { N: '1' }] } },
    ],
    ['DELETE tags :fax', { tags: { SS: ['urgent'] } }],
    ['DELETE nothing :fax', {}],
  ])('%s', (text, changed) => {
    expect(updated(text)).toEqual({ ...document, ...changed });
  });

  it('leave no empty set behind', () => {
    expect(Object.keys(updated('DELETE tags :both'))).not.toContain('tags');
  });
});

describe('an update that does not fit its item is refused', () => {
  it.each([
    ['SET a1 = nothing', missing],
    ['SET a1 = list_append(nothing, :list)', missing],
    ['SET a1 = nothing + :one', missing],
    ['SET a1 = id + :one', wrongType],
    ['SET a1 = tags - :one', wrongType],
    ['SET a1 = list_append(steps, tags)', wrongType],
    ['ADD id :one', wrongType],
    ['ADD tags :numbers', wrongType],
    ['ADD pages :fax', wrongType],
    ['ADD origin :fax', wrongType],
    ['DELETE tags :numbers', wrongType],
    ['DELETE pages :fax', wrongType],
    ['SET nothing.x = :s', invalidPath],
    ['SET nothing[0] = :s', invalidPath],
    ['SET id.x = :s', invalidPath],
    ['SET id[0] = :s', invalidPath],
    ['SET steps.x = :s', invalidPath],
    ['SET origin[0] = :s', invalidPath],
    ['SET steps[9].x = :s', invalidPath],
    ['REMOVE nothing.x', invalidPath],
    ['REMOVE id.x', invalidPath],
    ['REMOVE origin[0]', invalidPath],
    ['ADD nothing.x :one', invalidPath],
    ['DELETE steps.x :fax', invalidPath],
  ])('%s', (text, message) => {
    expect(() => updated(text)).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
  });

  it('when it would nest deeper than an item may', () => {
    let deep: AttributeValue = { S: 'leaf' };
    for (let level = 0; level < 31; level += 1) deep = { M: { n: deep } };
    const given = () => substitutions({ values: { ':deep': deep } });
    expect(() => applyUpdate({ m: { M: {} } }, parseUpdate('SET m1 = :deep', given()))).not.toThrow();
    expect(() => applyUpdate({ m: { M: {} } }, parseUpdate('SET m.n = :deep', given()))).toThrow(
      'Nesting Levels have exceeded supported limits',
    );
  });
});

describe('what an update touches', () => {
  it('is reported by attribute, each once', () => {
    const text = 'SET origin.folder = :s, origin.fresh = :s REMOVE steps[0] ADD pages :one DELETE tags :fax';
    expect(listTouchedTopLevel(anUpdate(text))).toEqual(['origin', 'steps', 'pages', 'tags']);
  });

  it('is what UPDATED_OLD and UPDATED_NEW show', () => {
    const update = anUpdate('SET origin.folder = :s, steps[1] = :t, fresh = :s REMOVE pages');
    expect(projectTouched(document, update)).toEqual({
      origin: { M: { folder: { S: 'in' } } },
      steps: { L: [{ S: 'split' }] },
      pages: { N: '12' },
    });
    expect(projectTouched(applyUpdate(document, update), update)).toEqual({
      origin: { M: { folder: { S: 's' } } },
      steps: { L: [{ S: 't' }] },
      fresh: { S: 's' },
    });
  });
});

describe('an update', () => {
  const name: fc.Arbitrary<string> = fc.constantFrom('a1', 'b1', 'c1', 'd1');
  const items = fc.dictionary(
    name,
    fc.oneof(
      fc.string().map((S) => ({ S })),
      fc.integer().map((n) => ({ N: String(n) })),
    ),
  );

  it('sets what it names and leaves the rest', () => {
    fc.assert(
      fc.property(items, fc.uniqueArray(name, { minLength: 1 }), fc.string(), (item, wanted, S) => {
        const update = parseUpdate(
          `SET ${wanted.map((each) => `${each} = :v`).join(', ')}`,
          substitutions({ values: { ':v': { S } } }),
        );
        const after = applyUpdate(item, update);
        for (const each of wanted) expect(after[each]).toEqual({ S });
        for (const each of Object.keys(item))
          if (!wanted.includes(each)) expect(after[each]).toBe(item[each]);
        expect(applyUpdate(after, update)).toEqual(after);
      }),
    );
  });

  it('counts the same in one step as in many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 6 }), (steps) => {
        const add = (item: Item, by: number): Item =>
          applyUpdate(
            item,
            parseUpdate('ADD hits :by', substitutions({ values: { ':by': { N: String(by) } } })),
          );
        const total = steps.reduce((sum, step) => sum + step, 0);
        expect(steps.reduce(add, {})).toEqual(add({}, total));
      }),
    );
  });
});
