import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { listSetAside } from '#main/home/lost-files.ts';
import { catalogueSchema, readingSchema } from '#shared/contract/explorer.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReader, aReceipt } from '#test/builders/a-reader.ts';
import { anExplorer, valueOf, type ExplorerUnderTest } from './an-explorer.ts';
import { address, aFile, aPatient, clinic } from './clinic.ts';

const files = { system: 'clinic', pattern: 'fileById', params: [{ fileId: 'F1' }] };

describe('the catalogue', () => {
  it('shows where each system comes from and the names of its tables here', async () => {
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

  it('has samples for the forms, without secrets that were copied into them', async () => {
    const samples = {
      files: [{ FileID: 'F1', status: 'available', wrappedKey: 'k3yW1thinAK3y', note: { link: address } }],
    };
    const explorer = anExplorer([], { systems: [{ ...clinic, samples }] });
    const read = valueOf(await explorer.call('catalogue.read', {}));
    expect(read.systems[0]?.declaration.samples).toEqual({ files: [{ FileID: 'F1', status: 'available' }] });
  });

  it('has no sample containing a secret, however it is wrapped', async () => {
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
  it('is answered with masked items, the request to DynamoDB and a receipt', async () => {
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

  it('continues from its cursor, as one reading', async () => {
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

  it('with invalid values names each parameter and its problem', async () => {
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

  it('with many sets of values says in which of them a problem is', async () => {
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

  it('that cannot be read fails as the reader says, and keeps nothing', async () => {
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

  it('says if the sandbox has no account to name', async () => {
    const explorer = anExplorer();
    explorer.switchTo({ id: 'local', region: 'local', accountId: null });
    const policy = valueOf(await explorer.call('explorer.policy', { role: 'admin', tenant: 'acme/../x' }));
    expect(policy.fileName).toBe('sluice-local-admin-acme-x.json');
    expect(policy.notes.at(-1)).toContain('000000000000 stands in its place');
  });

  it.each(['a#b', 'a\nb'])('is not written for an invalid tenant: %j', async (tenant) => {
    const result = await anExplorer().call('explorer.policy', { role: 'admin', tenant });
    expect(result).toMatchObject({ failure: { code: 'invalid-input', issues: [{ path: 'tenant' }] } });
  });
});

async function listed(item: StoredItem): Promise<{ explorer: ExplorerUnderTest; handle: string }> {
  const explorer = anExplorer([[item]]);
  const question = { system: 'clinic', pattern: 'fileById', params: [{ fileId: 'F1' }] };
  const { items } = valueOf(await explorer.call('explorer.ask', question));
  return { explorer, handle: items[0]?.handle ?? '' };
}

describe('revealing an attribute', () => {
  it('reads its whole item again, by its key, and pays for it', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const result = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(valueOf(result)).toEqual({ value: { S: 'ann@example.com' } });
    expect(explorer.readAgain).toEqual([{ key: aPatient('ann').key }]);
    expect(explorer.receipts).toHaveLength(2);
  });

  it('works for a key made of a private value', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const result = await explorer.call('explorer.reveal', { handle, attribute: 'GSI1PK' });
    expect(valueOf(result)).toEqual({ value: { S: 'EMAIL#ann@example.com' } });
  });

  it('of a secret is refused before anything is read', async () => {
    const { explorer, handle } = await listed(aFile('F1', { note: { S: `see ${address}` } }));
    for (const attribute of ['wrappedKey', 'address', 'note']) {
      const result = await explorer.call('explorer.reveal', { handle, attribute });
      expect(result).toMatchObject({
        failure: {
          code: 'invalid-input',
          message: `${attribute} is a secret; it never leaves the main process. Nothing was revealed.`,
        },
      });
    }
    expect(explorer.readAgain).toEqual([]);
  });

  it('of an attribute that is not masked, or missing, is refused in plain words', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const open = await explorer.call('explorer.reveal', { handle, attribute: 'patientId' });
    expect(open).toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('not masked') as string },
    });
    for (const attribute of ['nothing', 'constructor', '__proto__']) {
      const missing = await explorer.call('explorer.reveal', { handle, attribute });
      expect(missing).toMatchObject({ failure: { code: 'not-found', what: 'attribute' } });
    }
  });

  it('by a forged handle, or on another connection, reads nothing', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const forged = await explorer.call('explorer.reveal', { handle: 'A'.repeat(20), attribute: 'email' });
    explorer.switchTo({ id: 'production' });
    const foreign = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    for (const result of [forged, foreign]) {
      expect(result).toMatchObject({ failure: { code: 'not-found', what: 'item' } });
    }
    expect(explorer.readAgain).toEqual([]);
  });

  it('says when the item, or the attribute, has gone since', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const { email: _gone, ...others } = aPatient('ann').attributes;
    explorer.pages[0] = [{ ...aPatient('ann'), attributes: others }];
    const attribute = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    explorer.pages[0] = [];
    const item = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(attribute).toMatchObject({ failure: { code: 'not-found', what: 'attribute' } });
    expect(item).toMatchObject({ failure: { code: 'not-found', what: 'item' } });
    // The list and both reads were paid for, although the page gets only the failures.
    expect(explorer.receipts).toHaveLength(3);
    expect([attribute, item].map((result) => Object.keys(result))).toEqual([
      ['ok', 'failure'],
      ['ok', 'failure'],
    ]);
  });

  it('does not reveal a copy of a secret in another attribute', async () => {
    const secret = { wrappedKey: { S: 'TOP-SECRET-VALUE' } };
    const phone = { L: [{ S: 'old TOP-SECRET-VALUE' }, { S: '555 0100' }] };
    const { explorer, handle } = await listed(aPatient('ann', { ...secret, phone }));
    const revealed = await explorer.call('explorer.reveal', { handle, attribute: 'phone' });
    expect(JSON.stringify(revealed)).not.toContain('TOP-SECRET-VALUE');
  });

  it('does not reveal a secret that has been written there since', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const detail = { M: { at: { S: 'home' }, link: { S: address } } };
    explorer.pages[0] = [aPatient('ann', { email: { S: address } })];
    const secret = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(secret).toMatchObject({ failure: { code: 'invalid-input' } });
    explorer.pages[0] = [aPatient('ann', { email: detail })];
    const inner = valueOf(await explorer.call('explorer.reveal', { handle, attribute: 'email' }));
    expect(inner).toMatchObject({ value: { M: { at: { S: 'home' }, link: { MASKED: {} } } } });
  });
});

describe('the audit of a reveal', () => {
  it('names the item itself, before it is read, and not the value', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(explorer.audited()).toMatchObject([
      {
        kind: 'intent',
        operation: 'explorer.reveal',
        person: 'support',
        connection: 'staging',
        ids: {
          system: 'clinic',
          table: 'main',
          entity: 'Patient',
          key: 'PK=PATIENT#ann, SK=PROFILE',
          attribute: 'email',
        },
      },
      { kind: 'outcome', code: 'ok' },
    ]);
    expect(JSON.stringify(explorer.audited())).not.toContain('example.com');
  });

  it('covers a secret too, with the outcome', async () => {
    const { explorer, handle } = await listed(aFile('F1'));
    await explorer.call('explorer.reveal', { handle, attribute: 'wrappedKey' });
    expect(explorer.audited()).toMatchObject([
      { ids: { key: 'FileID=F1', attribute: 'wrappedKey' } },
      { kind: 'outcome', code: 'invalid-input' },
    ]);
  });

  it('has a hash if the key itself is private', async () => {
    const key = { PK: { S: 'INVITED#bo@example.com' }, SK: { S: 'NOW' } };
    const { explorer, handle } = await listed({ ...aPatient('bo'), key, entity: null, attributes: key });
    const ids = explorer.auditedIds('explorer.reveal', { handle, attribute: 'PK' });
    expect(ids['key']).toMatch(/^PK=sha256:[0-9a-f]{64}, SK=NOW$/);
    expect(ids['entity']).toBe('(unknown)');
  });

  it('has the attribute alone if the handle names nothing, and nothing for other operations', async () => {
    const explorer = anExplorer();
    expect(explorer.auditedIds('explorer.reveal', { handle: 'x', attribute: 'email' })).toEqual({
      attribute: 'email',
    });
    expect(explorer.auditedIds('connections.open', { connectionId: 'staging' })).toEqual({});
  });
});

const question = { system: 'clinic', entity: 'Patient', by: ['phone'], question: 'Patient by phone' };

describe('a question that no index answers', () => {
  it('is counted for the open connection and the person', async () => {
    const explorer = anExplorer();
    expect(valueOf(await explorer.call('explorer.refuse', question))).toMatchObject({ times: 1, people: 1 });
    expect(valueOf(await explorer.call('explorer.refuse', question))).toMatchObject({ times: 2, people: 1 });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toMatchObject([
      { ...question, times: 2 },
    ]);
    explorer.switchTo({ id: 'local' });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('of an unknown system is not counted', async () => {
    const explorer = anExplorer();
    const result = await explorer.call('explorer.refuse', { ...question, system: 'nowhere' });
    expect(result).toMatchObject({ failure: { code: 'not-found', what: 'system' } });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('of an unknown entity is not counted', async () => {
    const explorer = anExplorer();
    for (const entity of ['Absent', 'constructor']) {
      const result = await explorer.call('explorer.refuse', { ...question, entity });
      expect(result).toMatchObject({ failure: { code: 'not-found', what: 'entity' } });
    }
  });

  it('is stored without the values', async () => {
    const explorer = anExplorer();
    for (const change of [
      { question: 'Which patient has ann@example.com?' },
      { question: `Which file is at ${address}?` },
      { by: ['ann@example.com'] },
    ]) {
      const result = await explorer.call('explorer.refuse', { ...question, ...change });
      expect(result).toMatchObject({ failure: { code: 'invalid-input' } });
      expect(JSON.stringify([result, explorer.logged])).not.toMatch(/ann@|5ca1ab1e/);
    }
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('says that it was not counted if the disk refuses it', async () => {
    const home = join(aHome(), 'gone');
    const result = await anExplorer([], { home }).call('explorer.refuse', question);
    expect(result).toMatchObject({
      failure: {
        code: 'storage-failed',
        file: join(home, 'refusals.json'),
        message: expect.stringMatching(/^The question was not counted: ENOENT/) as string,
      },
    });
  });

  it('is counted from the beginning after an unreadable file, which is set aside and reported', async () => {
    const home = aHome();
    const file = join(home, 'refusals.json');
    mkdirSync(file);
    writeFileSync(join(file, 'notes.txt'), 'theirs');
    const explorer = anExplorer([], { home });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
    const lost = listSetAside(home);
    expect(lost).toMatchObject([{ path: 'refusals.json', reason: 'folder' }]);
    expect(readFileSync(join(home, lost[0]?.aside ?? '', 'notes.txt'), 'utf8')).toBe('theirs');
    const message = expect.stringContaining('set aside') as string;
    expect(explorer.logged).toMatchObject([{ level: 'warn', fields: { file, reason: 'folder' }, message }]);
    await explorer.call('explorer.refuse', question);
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toMatchObject([
      { ...question, times: 1 },
    ]);
    expect(listSetAside(home)).toEqual(lost);
  });
});
