import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import { openTables } from '#main/aws/check/describe-table.ts';
import { machineParts } from '#main/aws/patience.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openExplorer } from '#main/features/explorer/explorer-handlers.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Contract, InputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Scope } from '#shared/permissions.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReadingWorld, valueOf, type ReadingWorld } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import type { z } from 'zod';

type Names = Extract<keyof Contract, `explorer.${string}` | `catalogue.${string}`>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

interface Desk {
  readonly world: ReadingWorld;
  readonly home: string;
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
}

/** Opens the Explorer over tables whose declarations it does not know. */
async function aDesk(
  planted: readonly SystemDeclaration[],
  { scope = null, home = aHome() }: { readonly scope?: Scope | null; readonly home?: string } = {},
): Promise<Desk> {
  const world = await aReadingWorld(...planted);
  const place = {
    requestHandler: requestHandler(world.aws.dispatch),
    region: world.aws.world.region,
    accountId: world.aws.world.account,
  };
  const tables = openTables(place, machineParts());
  const { handlers } = openExplorer({
    home,
    systems: [catalogue.extraction],
    file: null,
    prepare() {},
    reader: () => world.reader,
    tables: () => tables,
    scope: () => scope,
    stage: () => 'sandbox',
    tableNames: (system) => tableNames(system, 'sandbox'),
    connection: () => aConnectionSummary(),
    who: () => 'admin',
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => world.clock.now(),
    randomBytes,
  });
  const { gate } = aGate({ handlers });
  return {
    world,
    home,
    call: async (operation, input) =>
      (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>,
  };
}

const hrTable = 'acme-hr-sandbox';
const everyPartition = ['ORG#01HXAA', 'DEPT#01HXAB', 'JOB#01HXAF'];

async function sampled(desk: Desk, partitions: readonly string[] = everyPartition) {
  valueOf(await desk.call('catalogue.describeTable', { table: hrTable }));
  const sample = { table: hrTable, index: null, partitions: [...partitions], pasted: null };
  return valueOf(await desk.call('catalogue.sampleKeys', sample));
}

const systemOf = (text: string) => JSON.parse(text) as SystemDeclaration;
const bare = (template: string) => template.replaceAll(/\{[^}]*\}/g, '{}');

describe('a table that no declaration knows', () => {
  it('is described without reading an item, and its sample has a price before it is taken', async () => {
    const desk = await aDesk([catalogue.hr]);
    const found = valueOf(await desk.call('catalogue.describeTable', { table: hrTable }));
    expect(desk.world.sent).toEqual([]);
    expect(found.table).toMatchObject({ name: hrTable, keys: 'PK, SK', indexes: [{ name: 'GSI1' }] });
    expect(found.price).toMatchObject({ requests: 8, itemsEach: 10, mostRru: 1_024 });
    expect(systemOf(found.draft.text)).toMatchObject({
      id: 'acme-hr',
      tables: { main: { name: 'acme-hr-{stage}', indexes: { GSI1: { projection: 'ALL' } } } },
    });
  });

  it('is drafted from three known keys with the templates of the real declaration', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { draft, sampled: keys } = await sampled(desk);
    const drafted = Object.values(systemOf(draft.text).entities).map((one) =>
      Object.values(one.keys).map(bare),
    );
    const real = Object.values(catalogue.hr.entities).map(({ keys: own }) =>
      Object.values<string>(own).map(bare),
    );
    expect(drafted.map((one) => one.join(' ')).toSorted()).toEqual(
      real.map((one) => one.join(' ')).toSorted(),
    );
    expect(keys).toBe(10);
  });

  it('is asked by Query alone, for its keys alone, and not more often than was said', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { requests } = await sampled(desk);
    const { sent } = desk.world;
    expect(sent).toHaveLength(requests);
    expect(requests).toBeLessThanOrEqual(8 * everyPartition.length);
    for (const { operation, input } of sent) {
      expect(operation).toBe('Query');
      expect(input['Limit']).toBe(10);
      const names = input['ExpressionAttributeNames'] as Record<string, string>;
      expect(new Set(Object.values(names))).toEqual(new Set(['PK', 'SK', 'GSI1PK', 'GSI1SK']));
      expect(input['ProjectionExpression']).toBeDefined();
    }
  });

  it('shows every kind of item of a large partition, by going on behind those that begin alike', async () => {
    const desk = await aDesk([catalogue.hr]);
    for (const at of Array.from({ length: 60 }, (_, index) => index)) {
      const item = { PK: { S: 'ORG#01HXAA' }, SK: { S: `DEPT#D${String(at).padStart(3, '0')}` } };
      // oxlint-disable-next-line no-await-in-loop -- the table is filled in order
      await desk.world.put(hrTable, item);
    }
    const { draft, requests } = await sampled(desk, ['ORG#01HXAA']);
    expect(Object.keys(systemOf(draft.text).entities)).toEqual(
      expect.arrayContaining(['Org', 'Dept', 'Emp', 'Job']),
    );
    expect(requests).toBeLessThanOrEqual(8);
  });

  it('costs what the receipt says, which is never more than was announced', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { price } = valueOf(await desk.call('catalogue.describeTable', { table: hrTable }));
    const answer = await desk.call('catalogue.sampleKeys', {
      table: hrTable,
      index: null,
      partitions: ['ORG#01HXAA'],
      pasted: null,
    });
    expect(answer).toMatchObject({ ok: true, receipt: { items: 7 } });
    expect(answer.receipt?.rru).toBeLessThanOrEqual(price.mostRru);
  });

  it('is sampled through an index too, and another key adds to what is known', async () => {
    const desk = await aDesk([catalogue.hr]);
    const first = await sampled(desk, ['DEPT#01HXAB']);
    expect(first.sampled).toBe(2);
    const more = valueOf(
      await desk.call('catalogue.sampleKeys', {
        table: hrTable,
        index: 'GSI1',
        partitions: ['EMAIL#alice@acme.co'],
        pasted: null,
      }),
    );
    expect(more).toMatchObject({ fresh: 1, sampled: 3 });
    expect(systemOf(more.draft.text).entities).toMatchObject({
      OrgEmp: { keys: { GSI1PK: 'EMAIL#{email:email}' } },
    });
    expect(more.draft.text).not.toContain('alice');
  });

  it('is drafted from pasted items without any request, and of their other attributes nothing is kept', async () => {
    const desk = await aDesk([catalogue.funds]);
    const table = 'investment_fund';
    valueOf(await desk.call('catalogue.describeTable', { table }));
    const lines = catalogue.funds.samples.main.map((item) =>
      JSON.stringify({
        Item: Object.fromEntries(
          Object.entries<unknown>(item).map(([name, value]) => [
            name,
            typeof value === 'string' ? { S: value } : { N: '1' },
          ]),
        ),
      }),
    );
    const found = valueOf(
      await desk.call('catalogue.sampleKeys', {
        table,
        index: null,
        partitions: [],
        pasted: lines.join('\n'),
      }),
    );
    expect(desk.world.sent).toEqual([]);
    const drafted = Object.values(systemOf(found.draft.text).entities).map(({ keys }) =>
      bare(keys['SK'] ?? ''),
    );
    const real = Object.values(catalogue.funds.entities).map(({ keys }) => bare(keys.SK));
    expect(drafted.toSorted()).toEqual(real.toSorted());
    expect(found.draft.text).not.toMatch(/DOC001|POSITION_1|Active/);
  });

  it('says what is wrong with a key, a table and an index, and that nothing was read', async () => {
    const desk = await aDesk([catalogue.hr]);
    const ask = (input: Partial<InputOf<'catalogue.sampleKeys'>>) =>
      desk.call('catalogue.sampleKeys', {
        table: hrTable,
        index: null,
        partitions: ['A'],
        pasted: null,
        ...input,
      });
    expect(await ask({})).toMatchObject({ failure: { code: 'not-found' } });
    valueOf(await desk.call('catalogue.describeTable', { table: hrTable }));
    expect(await ask({ partitions: ['A{b'] })).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(await ask({ index: 'GSI9' })).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(await ask({ partitions: [] })).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(await ask({ partitions: [], pasted: '{"a":1}' })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(await desk.call('catalogue.describeTable', { table: 'no-such-table' })).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining('Nothing was read') as string },
    });
    expect(desk.world.sent).toEqual([]);
  });

  it('is nothing for people who see only some tenants', async () => {
    const desk = await aDesk([catalogue.hr], { scope: { tenants: ['acme'] } });
    for (const answer of [
      await desk.call('catalogue.describeTable', { table: hrTable }),
      await desk.call('catalogue.saveDraft', { name: 'a', text: '{}', fingerprint: null }),
    ]) {
      expect(answer).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
    }
    expect(desk.world.sent).toEqual([]);
  });
});

describe('a draft', () => {
  it('is tried before it is saved, with the masks of its own declaration', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { draft } = await sampled(desk);
    const answer = valueOf(
      await desk.call('catalogue.tryDraft', {
        text: draft.text,
        pattern: 'empItemsOfOrg',
        params: [{ orgId: '01HXAA' }],
      }),
    );
    expect(answer.items.map(({ entity }) => entity)).toEqual(['Emp', 'Emp']);
    expect(answer.items[0]?.attributes).toMatchObject({ GSI1PK: { MASKED: { revealable: true } } });
  });

  it('is told its mistakes at their lines', async () => {
    const desk = await aDesk([]);
    const text = JSON.stringify(catalogue.hr, null, 2).replace('"SK": "EMP#{empId}"', '"SK": "EMP#{empId"');
    const line = text.split('\n').findIndex((one) => one.includes('EMP#{empId"')) + 1;
    const { problems, system } = valueOf(
      await desk.call('catalogue.checkDraft', { text: text.replace('"id": "hr"', '"id": "my-hr"') }),
    );
    expect(system).toBeNull();
    expect(problems).toMatchObject([{ path: 'entities.Employee.keys.SK', line }]);
    const broken = valueOf(await desk.call('catalogue.checkDraft', { text: '{\n  "id": 1,\n  oops\n}' }));
    expect(broken.problems).toMatchObject([{ line: 3 }]);
  });

  it('is shown as a system as soon as it is saved, and again after the next start', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { draft } = await sampled(desk);
    const saved = valueOf(
      await desk.call('catalogue.saveDraft', { name: 'people', text: draft.text, fingerprint: null }),
    );
    expect(saved.files).toMatchObject([{ name: 'people', systems: ['acme-hr'], problems: [] }]);
    expect(readFileSync(join(desk.home, 'catalogues', 'people.json'), 'utf8')).toBe(draft.text);

    for (const now of [desk, await aDesk([catalogue.hr], { home: desk.home })]) {
      const { systems } = valueOf(await now.call('catalogue.read', {}));
      expect(systems.find(({ declaration }) => declaration.id === 'acme-hr')).toMatchObject({
        origin: 'file',
        savedAs: 'people',
        tableNames: { main: hrTable },
      });
      const question = { system: 'acme-hr', pattern: 'orgByKey', params: [{ orgId: '01HXAA' }] };
      expect(valueOf(await now.call('explorer.ask', question)).items).toHaveLength(1);
    }
  });

  it('replaces only the file that was opened, and takes no id that another system has', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { draft } = await sampled(desk);
    const save = (name: string, text: string, fingerprint: string | null) =>
      desk.call('catalogue.saveDraft', { name, text, fingerprint });
    const [file] = valueOf(await save('people', draft.text, null)).files;
    expect(await save('people', draft.text, null)).toMatchObject({
      failure: { code: 'invalid-input', issues: [{ path: 'name' }] },
    });
    expect(await save('others', draft.text, null)).toMatchObject({ failure: { issues: [{ path: 'id' }] } });
    const ours = draft.text.replace('"acme-hr"', '"extraction"');
    expect(await save('ours', ours, null)).toMatchObject({ failure: { code: 'invalid-input' } });

    const opened = valueOf(await desk.call('catalogue.openFile', { name: 'people' }));
    expect(opened.fingerprint).toBe(file?.fingerprint);
    writeFileSync(join(desk.home, 'catalogues', 'people.json'), draft.text.replace('Acme hr', 'By hand'));
    expect(await save('people', draft.text, opened.fingerprint)).toMatchObject({
      failure: { issues: [{ path: 'name' }] },
    });
    expect(readFileSync(join(desk.home, 'catalogues', 'people.json'), 'utf8')).toContain('By hand');
  });

  it('goes with its file, and nothing changes in AWS', async () => {
    const desk = await aDesk([catalogue.hr]);
    const { draft } = await sampled(desk);
    const [file] = valueOf(
      await desk.call('catalogue.saveDraft', { name: 'people', text: draft.text, fingerprint: null }),
    ).files;
    const remove = (fingerprint: string) =>
      desk.call('catalogue.removeFile', { name: 'people', fingerprint });
    expect(await remove('another')).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(valueOf(await remove(file?.fingerprint ?? '')).files).toEqual([]);
    const { systems } = valueOf(await desk.call('catalogue.read', {}));
    expect(systems.map(({ declaration }) => declaration.id)).toEqual(['extraction']);
  });

  it('is not saved while it has mistakes', async () => {
    const desk = await aDesk([]);
    expect(
      await desk.call('catalogue.saveDraft', { name: 'a', text: '{}', fingerprint: null }),
    ).toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('Nothing was saved') as string },
    });
  });
});
