import { describe, expect, it } from 'vitest';
import { catalogueSchema, readingSchema } from '#shared/contract/explorer.ts';
import { aReader, aReceipt } from '#test/builders/a-reader.ts';
import { anExplorer, valueOf } from './an-explorer.ts';
import { address, aFile, aPatient, clinic } from './clinic.ts';

const files = { system: 'clinic', pattern: 'fileById', params: [{ fileId: 'F1' }] };

describe('the catalogue', () => {
  it('comes with where each system is from and what its tables are called here', async () => {
    const ward = { ...clinic, id: 'ward' };
    const problems = [{ path: 'systems[1].id', value: '7', problem: 'expected a text' }];
    const explorer = anExplorer([], { file: { path: '/team.json', systems: [ward], problems } });
    const read = valueOf(await explorer.call('catalogue.read', {}));
    expect(read.systems.map(({ declaration, origin }) => [declaration.id, origin])).toEqual([
      ['clinic', 'built-in'],
      ['ward', 'file'],
    ]);
    expect(read.systems[0]?.tableNames).toEqual({ main: 'clinic-staging', files: 'clinic-files' });
    expect(read.file).toEqual({ path: '/team.json', problems });
    expect(catalogueSchema.safeParse(read).error).toBeUndefined();
  });

  it('has samples for the forms, without the secrets that somebody copied into them', async () => {
    const samples = {
      files: [{ FileID: 'F1', status: 'available', wrappedKey: 'k3yW1thinAK3y', note: { link: address } }],
    };
    const explorer = anExplorer([], { systems: [{ ...clinic, samples }] });
    const read = valueOf(await explorer.call('catalogue.read', {}));
    expect(read.systems[0]?.declaration.samples).toEqual({ files: [{ FileID: 'F1', status: 'available' }] });
  });

  it('has no sample with a secret inside it, whatever it is wrapped in', async () => {
    const inside = [
      { files: [{ wrappedKey: 'k3yW1thinAK3y' }] },
      { $: { M: { wrappedKey: { S: 'k3yW1thinAK3y' } } } },
      { wrapped_key: 'k3yW1thinAK3y' },
      ['{"wrappedKey":"k3yW1thinAK3y"}'],
    ] as const;
    for (const note of inside) {
      const explorer = anExplorer([], {
        systems: [{ ...clinic, samples: { files: [{ FileID: 'F1', note }] } }],
      });
      const read = await explorer.call('catalogue.read', {});
      expect(valueOf(read).systems[0]?.declaration.samples).toEqual({ files: [{ FileID: 'F1' }] });
    }
  });

  it('leaves out samples that would make every page slow', async () => {
    const samples = { files: [{ FileID: 'F1', note: 'x'.repeat(300_000) }] };
    const explorer = anExplorer([], { systems: [{ ...clinic, samples }] });
    const read = valueOf(await explorer.call('catalogue.read', {}));
    expect(read.systems[0]?.declaration.samples).toBeUndefined();
  });
});

describe('a question', () => {
  it('is answered with masked items, what was asked of DynamoDB and a receipt', async () => {
    const explorer = anExplorer([[aFile('F1')]]);
    const result = await explorer.call('explorer.ask', files);
    const { items, ...reading } = valueOf(result);
    expect(items).toMatchObject([
      { entity: 'File', bytes: 120, attributes: { FileID: { S: 'F1' }, wrappedKey: { MASKED: {} } } },
    ]);
    expect(reading).toMatchObject({ cursor: null, throttled: 0, asked: { operation: 'Query' } });
    expect(readingSchema.safeParse(valueOf(result)).error).toBeUndefined();
    expect(explorer.receipts).toEqual([aReceipt]);
    expect(JSON.stringify(result)).not.toMatch(/5ca1ab1e|k3yW1thin/);
  });

  it('goes on where its cursor says, as one reading', async () => {
    const explorer = anExplorer([[aFile('F1')], [aFile('F2')]]);
    const first = valueOf(await explorer.call('explorer.ask', { ...files, pageSize: 1, consistent: true }));
    const second = valueOf(await explorer.call('explorer.ask', { ...files, cursor: first.cursor }));
    expect(second.reading).toBe(first.reading);
    expect(second.cursor).toBeNull();
    expect(explorer.asked).toMatchObject([
      { pattern: 'fileById', params: [{ fileId: 'F1' }], options: { pageSize: 1, consistent: true } },
      { options: { cursor: 'cursor-1' } },
    ]);
  });

  it('of an unknown system or pattern reads nothing, and neither do names of prototypes', async () => {
    const explorer = anExplorer([[aFile('F1')]]);
    const unknown = [
      { ...files, system: 'nowhere' },
      { ...files, system: '__proto__' },
      { ...files, pattern: 'nothing' },
      { ...files, pattern: 'constructor' },
    ];
    const results = await Promise.all(unknown.map((question) => explorer.call('explorer.ask', question)));
    expect(results.map((result) => (result.ok ? 'answered' : result.failure))).toMatchObject([
      { code: 'not-found', message: expect.stringContaining('no system "nowhere"') as string },
      { code: 'not-found' },
      { code: 'not-found', message: expect.stringContaining('no access pattern "nothing"') as string },
      { code: 'not-found' },
    ]);
    expect(explorer.asked).toEqual([]);
  });

  it('that is not filled in rightly names each parameter and its problem', async () => {
    const explorer = anExplorer([[aPatient('ann')]]);
    const question = { system: 'clinic', pattern: 'patientByEmail' };
    const missing = await explorer.call('explorer.ask', { ...question, params: [{ e: 'a@example.com' }] });
    expect(missing).toMatchObject({
      ok: false,
      failure: {
        code: 'invalid-input',
        issues: [
          { path: 'email', problem: 'is missing' },
          { path: 'e', problem: 'is not a parameter of this question' },
        ],
      },
    });
    const sets = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
    const many = await explorer.call('explorer.ask', { ...question, params: sets });
    expect(many).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', issues: [{ path: 'params' }] },
    });
    expect(explorer.asked).toEqual([]);
  });

  it('asked with many sets of values says in which of them a problem is', async () => {
    const fileById = { ...clinic.patterns['fileById'], each: true } as (typeof clinic.patterns)[string];
    const explorer = anExplorer([[aFile('F1')]], { systems: [{ ...clinic, patterns: { fileById } }] });
    const result = await explorer.call('explorer.ask', { ...files, params: [{ fileId: 'F1' }, {}] });
    expect(result).toMatchObject({
      failure: { issues: [{ path: 'fileId', problem: 'is missing (in set 2)' }] },
    });
    const good = await explorer.call('explorer.ask', {
      ...files,
      params: [{ fileId: 'F1' }, { fileId: 'F2' }],
    });
    expect(good.ok).toBe(true);
    expect(explorer.asked).toMatchObject([{ params: [{ fileId: 'F1' }, { fileId: 'F2' }] }]);
  });

  it('that cannot be read fails as the reader says, and holds nothing', async () => {
    const throttled = { code: 'throttled', message: 'Slower.', reference: '', attempts: 4 } as const;
    const explorer = anExplorer([], { reader: () => aReader([], throttled).reader });
    expect(await explorer.call('explorer.ask', files)).toMatchObject({
      ok: false,
      failure: { code: 'throttled' },
    });
    expect(explorer.receipts).toEqual([]);
  });
});

describe('a policy', () => {
  it('is written for the open connection', async () => {
    const explorer = anExplorer();
    const policy = valueOf(await explorer.call('explorer.policy', { role: 'admin', tenant: null }));
    expect(policy.fileName).toBe('sluice-staging-admin.json');
    expect(policy.text).toContain('arn:aws:dynamodb:eu-west-1:111122223333:table/clinic-staging');
    expect(policy.notes.join(' ')).not.toContain('000000000000');
  });

  it('says where the sandbox has no account to name', async () => {
    const explorer = anExplorer();
    explorer.switchTo({ id: 'local', region: 'local', accountId: null });
    const policy = valueOf(await explorer.call('explorer.policy', { role: 'admin', tenant: 'acme/../x' }));
    expect(policy.fileName).toBe('sluice-local-admin-acme-x.json');
    expect(policy.notes.at(-1)).toContain('000000000000 stands in its place');
  });

  it.each(['a#b', 'a\nb'])('is not written for what cannot be a tenant: %j', async (tenant) => {
    const result = await anExplorer().call('explorer.policy', { role: 'admin', tenant });
    expect(result).toMatchObject({ failure: { code: 'invalid-input', issues: [{ path: 'tenant' }] } });
  });
});
