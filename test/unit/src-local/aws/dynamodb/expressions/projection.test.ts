import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';
import { parseProjection, project, listTopLevelNames } from '#local/aws/dynamodb/expressions/projection.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';

const document = JSON.parse(`{
  "id": {"S": "7"},
  "steps": {"L": [{"S": "read"}, {"M": {"at": {"N": "5"}, "by": {"S": "x"}}}, {"S": "done"}]},
  "source": {"M": {"folder": {"S": "in"}, "key": {"S": "a/b"}, "none": {"M": {}}}},
  "__proto__": {"S": "kept"}
}`) as Item;

const names = { '#proto': '__proto__', '#key': 'key', '#at': 'at', '#source': 'source' };

function projected(text: string): Item {
  const used = Object.entries(names).filter(([name]) => text.includes(name));
  const given = substitutions(used.length > 0 ? { names: Object.fromEntries(used) } : {});
  return project(document, parseProjection(text, given));
}

describe('a projection', () => {
  it.each([
    ['id', '{"id":{"S":"7"}}'],
    ['id, nothing', '{"id":{"S":"7"}}'],
    ['#proto', '{"__proto__":{"S":"kept"}}'],
    ['#source.folder', '{"source":{"M":{"folder":{"S":"in"}}}}'],
    ['#source.folder,#source.#key', '{"source":{"M":{"folder":{"S":"in"},"key":{"S":"a/b"}}}}'],
    ['#source.nothing, #source.folder.deeper', '{}'],
    ['steps[2], steps[0]', '{"steps":{"L":[{"S":"read"},{"S":"done"}]}}'],
    ['steps[1].#at, steps[2]', '{"steps":{"L":[{"M":{"at":{"N":"5"}}},{"S":"done"}]}}'],
    ['steps[9], id[0]', '{}'],
  ])('%s leaves %s', (text, expected) => {
    expect(JSON.stringify(projected(text))).toBe(expected);
  });

  it.each([
    ['steps[1], steps.x', 'conflict', '[steps, [1]]', '[steps, x]'],
    ['id, id', 'overlap', '[id]', '[id]'],
    ['steps[1], steps.x, id.x, id', 'overlap', '[id, x]', '[id]'],
  ])('refuses %s, whose paths %s', (text, relation, one, two) => {
    expect(() => projected(text)).toThrow(
      `Invalid ProjectionExpression: Two document paths ${relation} with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`,
    );
  });

  it('reports which attributes it reaches into', () => {
    const given = substitutions({ names: { '#a': 'id' } });
    expect(listTopLevelNames(parseProjection('steps[1], steps[2], #a.b', given))).toEqual(['steps', 'id']);
  });

  it('changes nothing when it is applied twice to attributes at the top', () => {
    const name = fc.constantFrom('a1', 'b1', 'c1', 'd1', 'e1');
    const items = fc.dictionary(
      name,
      fc.string().map((S) => ({ S })),
    );
    const paths = fc.uniqueArray(name, { minLength: 1 });
    fc.assert(
      fc.property(items, paths, (item, wanted) => {
        const projection = parseProjection(wanted.join(', '), substitutions({}));
        const once = project(item, projection);
        expect(project(once, projection)).toEqual(once);
        expect(Object.keys(once).toSorted()).toEqual(
          wanted.filter((each) => Object.hasOwn(item, each)).toSorted(),
        );
      }),
    );
  });
});
