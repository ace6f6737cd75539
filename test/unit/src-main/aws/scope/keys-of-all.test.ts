import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { PatternDeclaration, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyValues, sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { aReadingWorld, valueOf, type ReadingWorld } from '#test/builders/a-reading-world.ts';
import { buildPerson, doorsOver } from './a-person.ts';

const { extraction } = catalogue;
const ofAll = Object.entries<PatternDeclaration>(extraction.patterns).filter(([, { partition }]) =>
  /^(ACTIVITY|ATTENTION|CAUSE|PERSON|SPEND)/.test(partition),
);

/** A system of a file whose questions take a whole key as their parameter. */
const anyKey: SystemDeclaration = {
  ...extraction,
  id: 'any-key',
  patterns: {
    byKey: { ...extraction.patterns.tenants, partition: '{key}' },
    byGsi1: { ...extraction.patterns.tenants, on: 'main.GSI1', partition: '{key}' },
    byGsi2: { ...extraction.patterns.tenants, on: 'main.GSI2', partition: 'ATTENTION#{key}' },
    byGsi3: { ...extraction.patterns.tenants, on: 'main.GSI3', partition: 'A{key}' },
  },
};

const outOfScope = { ok: false, failure: { code: 'tenant-out-of-scope', tenantId: '*' } };

let world: ReadingWorld;
beforeEach(async () => {
  world = await aReadingWorld(extraction);
});

const doors = (...tenants: readonly string[]) =>
  scopedDoors(doorsOver(world.reader), buildPerson(...tenants));

const ends = {
  before: '9999-01-01T00:00:00.000Z',
  from: '2000-01-01T00:00:00.000Z',
  to: '9999-01-01T00:00:00.000Z',
  fromDay: '2000-01-01',
  toDay: '9999-01-01',
};

function paramsFor(name: string): readonly Readonly<Record<string, string>>[] {
  const located = locate(extraction, name);
  const names = new Set(located.holes.map((hole) => hole.name));
  const sets = extraction.samples.main.flatMap((sample) => {
    const values = keyValues(located, sampleAttributes(extraction, 'main', sample));
    return values === undefined ? [] : [{ ...ends, ...values }];
  });
  return sets.map((set) => Object.fromEntries(Object.entries(set).filter(([one]) => names.has(one))));
}

describe.each(ofAll)('%s', (name) => {
  it('is refused to a person with some tenants before anything is asked, also for a tenant of theirs', async () => {
    const sets = paramsFor(name);
    expect(sets.length).toBeGreaterThan(0);
    for (const params of sets) {
      const asked = { system: extraction, pattern: name, params: [params] };
      expect(valueOf(await world.reader.ask(asked)).items.length).toBeGreaterThan(0);
      world.sent.length = 0;
      for (const person of [doors('northwind'), doors()]) {
        const answer = await person.reader.ask(asked);
        expect(answer).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
      }
      expect(world.sent).toEqual([]);
    }
  });
});

it('is read again for no such person', async () => {
  const key = { PK: { S: 'ATTENTION#5' }, SK: { S: 'BATCH#northwind#batch-01M7SJ8EE04C' } };
  const again = { system: extraction, table: 'main', key };
  expect(valueOf(await world.reader.readAgain(again)).item).not.toBeNull();
  world.sent.length = 0;
  expect(await doors('northwind').reader.readAgain(again)).toMatchObject(outOfScope);
  expect(world.sent).toEqual([]);
});

it('leaves for no such person, whatever is asked with whatever ids', async () => {
  const odd = constantFrom(
    'ATTENTION',
    'ATTENTION#3',
    'ATTENTION#DELIVERY#5',
    'ATTENTION#REVIEW#0',
    'ATTENTION#FAILED#1',
    'TTENTION#FAILED#1',
    'CAUSES#KNOWN',
    'CAUSES#2026-11-19',
    'CAUSE#b8cf51#2026-11-19',
    'SPEND#2026-11-19',
    'ACTIVITY#2026-11-19',
    'PERSON#user-maya-ortiz#ACTIVITY',
    'CAUSE#b8cf51#ACTIVITY',
    '2026-11-19T00:00:00.000Z',
    'FAILED#5',
    'northwind',
    '5',
    '2026-11-19',
    'b8cf51',
  );
  const questions = [extraction, anyKey].flatMap((system) =>
    Object.keys(system.patterns).map((pattern) => ({ system, pattern })),
  );
  await assert(
    asyncProperty(
      constantFrom(...questions),
      array(odd, { minLength: 8, maxLength: 8 }),
      async (question, values) => {
        world.sent.length = 0;
        const { holes } = locate(question.system, question.pattern);
        const params = Object.fromEntries(holes.map(({ name }, at) => [name, values[at] ?? '']));
        const person = doors('northwind');
        await person.reader.ask({ ...question, params: [params] });
        await person.reader.readAgain({
          system: question.system,
          table: 'main',
          key: { PK: { S: values[0] ?? '' }, SK: { S: values[1] ?? '' } },
        });
        await person.isOfOthersToo?.({ tenantId: 'northwind', batchId: values[2] ?? '' });
        await person.executions.describe({ batchId: values[3] ?? '', run: 1 });
        // A partition key is written as PK, or in a condition as its first value.
        expect(JSON.stringify(world.sent)).not.toMatch(
          /"(PK|:v0)":\{"S":"(ACTIVITY|ATTENTION|CAUSES?|PERSON|SPEND)[#"]/,
        );
      },
    ),
    { numRuns: 400 },
  );
});

it('is asked for a person who sees all tenants', async () => {
  const all = scopedDoors(doorsOver(world.reader), { ...buildPerson(), tenants: '*' });
  const read = await all.reader.run('extraction.attentionState', {});
  expect(valueOf(read).items).toHaveLength(1);
});
