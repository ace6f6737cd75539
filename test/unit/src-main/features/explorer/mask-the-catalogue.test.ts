import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { listHoles } from '#shared/catalogue/keys/key-template.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { catalogueSchema } from '#shared/contract/explorer.ts';
import { itemMasker } from '#main/features/explorer/mask-item.ts';
import { anExplorer, threeInTheAfternoon, valueOf } from './an-explorer.ts';

const systems: readonly SystemDeclaration[] = Object.values(catalogue);

interface Sample {
  readonly table: string;
  readonly entity: string | null;
  readonly attributes: Attributes;
}

function listSamples(system: SystemDeclaration): readonly Sample[] {
  return Object.entries(system.samples ?? {}).flatMap(([table, samples]) =>
    samples.map((sample) => {
      const attributes = sampleAttributes(system, table, sample);
      return { table, entity: findEntity(system, table, attributes), attributes };
    }),
  );
}

/** Returns the sample texts whose names their own entity declares as secret or private. */
function listValues(system: SystemDeclaration, word: 'secret' | 'private'): readonly string[] {
  return listSamples(system).flatMap(({ entity, attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) => {
      const declared = system.entities[entity ?? '']?.attributes[name];
      return declared?.[word] === undefined || !('S' in value) ? [] : [value.S];
    }),
  );
}

function found(values: readonly string[], shown: unknown): readonly string[] {
  const text = JSON.stringify(shown);
  return values.filter((value) => text.includes(JSON.stringify(value)));
}

describe.each(systems)('what the Explorer shows of $id', (system) => {
  it('contains none of its secrets, and nothing private before it is revealed', () => {
    const mask = itemMasker(system, threeInTheAfternoon);
    const masked = listSamples(system).map((item) => mask(item));
    const hidden = [...listValues(system, 'secret'), ...listValues(system, 'private')];
    expect(found(hidden, masked)).toEqual([]);
  });

  it('is masked where it is declared, in keys made of that, and nowhere else', () => {
    const mask = itemMasker(system, threeInTheAfternoon);
    const surprises = listSamples(system).flatMap((item) => {
      const { attributes = {}, keys = {} } = system.entities[item.entity ?? ''] ?? {};
      const isHidden = (name: string) =>
        (attributes[name]?.secret ?? attributes[name]?.private) !== undefined;
      return Object.entries(mask(item)).flatMap(([name, value]) => {
        const holes = listHoles(keys[name] ?? '').map((hole) => hole.name);
        return 'MASKED' in value === [name, ...holes].some(isHidden) ? [] : [`${item.entity}.${name}`];
      });
    });
    expect(surprises).toEqual([]);
  });

  it('has no secret in the samples for its forms either, and is still a system', async () => {
    const read = valueOf(await anExplorer([], { systems: [system] }).call('catalogue.read', {}));
    expect(found(listValues(system, 'secret'), read)).toEqual([]);
    expect(catalogueSchema.safeParse(read).error).toBeUndefined();
    expect(read.systems[0]?.declaration.samples).toBeDefined();
  });
});

it('the samples have secrets and private values to hide', () => {
  expect(listValues(catalogue.downloads, 'secret').length).toBeGreaterThan(0);
  expect(listValues(catalogue.hr, 'private').length).toBeGreaterThan(0);
  expect(listValues(catalogue.extraction, 'private').length).toBeGreaterThan(0);
});
