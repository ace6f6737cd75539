import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv, formatJson } from '#main/features/explorer/export-rows.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { anExplorer, valueOf, type ExplorerUnderTest } from './an-explorer.ts';
import { aFile, aPatient, clinic } from './clinic.ts';

const question = { system: 'clinic', pattern: 'patientById', params: [{ patientId: 'ann' }] };

async function read(
  explorer: ExplorerUnderTest,
  system = 'clinic',
): Promise<{ reading: string; rows: string[] }> {
  const rows: string[] = [];
  let reading = '';
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = valueOf(
      await explorer.call('explorer.ask', {
        ...question,
        system,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    reading = page.reading;
    rows.push(...page.items.map(({ handle }) => handle));
    cursor = page.cursor;
  }
  return { reading, rows };
}

describe('an export', () => {
  it('has the rows in the shown order, the requested columns, and the masks on', async () => {
    const explorer = anExplorer([[aPatient('ann')], [aPatient('bo')]]);
    const { reading, rows } = await read(explorer);
    const exported = valueOf(
      await explorer.call('explorer.export', {
        reading,
        format: 'csv',
        columns: ['patientId', 'email', 'GSI1PK'],
        rows: rows.toReversed(),
      }),
    );
    expect(exported).toEqual({
      fileName: 'clinic-patientById-20261120T150000Z.csv',
      mediaType: 'text/csv;charset=utf-8',
      text: [
        '\uFEFFpatientId,email,GSI1PK',
        'bo,"masked, an e-mail address","masked, a key with an e-mail address"',
        'ann,"masked, an e-mail address","masked, a key with an e-mail address"',
        '',
      ].join('\r\n'),
    });
    expect(explorer.receipts).toHaveLength(2);
  });

  it('keeps every digit as JSON', async () => {
    const explorer = anExplorer([[aFile('F1')]]);
    const { reading, rows } = await read(explorer);
    const asked = { reading, format: 'json', columns: ['FileID', 'size', 'wrappedKey'], rows };
    const exported = valueOf(await explorer.call('explorer.export', asked));
    expect(exported.mediaType).toBe('application/json');
    expect(exported.fileName).toBe('clinic-patientById-20261120T150000Z.json');
    expect(exported.text).toBe(
      '[\n  {"FileID":"F1","size":12345678901234567890123456789012345678,"wrappedKey":"masked, a wrapped AES key (present)"}\n]\n',
    );
  });

  it('of 20,000 rows fits through the gate', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `p${index}`);
    const explorer = anExplorer([ids.map((id) => aPatient(id))]);
    const { reading, rows } = await read(explorer);
    const asked = { reading, format: 'csv', columns: ['patientId'], rows };
    const exported = valueOf(await explorer.call('explorer.export', asked));
    expect(exported.text.split('\r\n')).toHaveLength(20_002);
    // So many rows take long on a busy machine, and this test does not measure time.
  }, 60_000);

  it('is not made if a row is missing, foreign or of another reading', async () => {
    const explorer = anExplorer([[aPatient('ann')], [aPatient('bo')]]);
    const { reading, rows } = await read(explorer);
    const asked = { reading, format: 'csv', columns: ['patientId'] };
    const forged = await explorer.call('explorer.export', { ...asked, rows: [...rows, 'forged'] });
    expect(forged).toMatchObject({
      failure: {
        code: 'not-found',
        message: expect.stringContaining('1 of 3 rows is no longer loaded') as string,
      },
    });
    const first = valueOf(await explorer.call('explorer.ask', question)).reading;
    expect(await explorer.call('explorer.export', { ...asked, reading: first, rows })).toMatchObject({
      failure: { code: 'not-found', what: 'rows' },
    });
    expect(await explorer.call('explorer.export', { ...asked, reading: 'forged', rows })).toMatchObject({
      failure: { code: 'not-found', what: 'reading' },
    });
    explorer.switchTo({ id: 'production' });
    expect(await explorer.call('explorer.export', { ...asked, rows })).toMatchObject({
      failure: { code: 'not-found', what: 'reading' },
    });
  });

  it('and a reveal work on rows that the same person has read', async () => {
    let who = 'support';
    const explorer = anExplorer([[aPatient('ann')]], { who: () => who });
    const { reading, rows } = await read(explorer);
    const asked = { reading, format: 'csv', columns: ['patientId'], rows };
    const reveal = { handle: rows[0], attribute: 'email' };
    who = 'reviewer';
    expect(await explorer.call('explorer.export', asked)).toMatchObject({
      failure: { code: 'not-found', what: 'reading' },
    });
    expect(await explorer.call('explorer.reveal', reveal)).toMatchObject({ failure: { code: 'not-found' } });
    expect(explorer.auditedIds('explorer.reveal', reveal)).toEqual({ attribute: 'email' });
    expect(explorer.readAgain).toEqual([]);
    who = 'support';
    expect(await explorer.call('explorer.export', asked)).toMatchObject({ ok: true });
  });

  it('is audited with the question and the number of rows', async () => {
    const explorer = anExplorer([[aPatient('ann')]]);
    const { reading, rows } = await read(explorer);
    const input = { reading, format: 'csv', columns: ['patientId', 'email'], rows };
    expect(explorer.auditedIds('explorer.export', input)).toEqual({
      system: 'clinic',
      pattern: 'patientById',
      format: 'csv',
      columns: 'patientId, email',
      rows: '1',
    });
  });

  it('of a loaded system cannot write a file elsewhere', async () => {
    const explorer = anExplorer([[aPatient('ann')]], { systems: [{ ...clinic, id: '../../clinic' }] });
    const { reading, rows } = await read(explorer, '../../clinic');
    const asked = { reading, format: 'csv', columns: ['patientId'], rows };
    const { fileName } = valueOf(await explorer.call('explorer.export', asked));
    expect(fileName).toBe('-clinic-patientById-20261120T150000Z.csv');
  });
});

describe('every answer', () => {
  it('of the Explorer is free of secrets', async () => {
    const secret = fc.stringMatching(/^s3cr3t[a-z0-9]{8,20}$/);
    const name = fc.constantFrom('wrappedKey', 'address', 'email', 'note', 'GSI1PK', 'GSI1SK', 'error');
    await fc.assert(
      fc.asyncProperty(secret, name, fc.boolean(), async (text, copy, known) => {
        const file = aFile('F1', { wrappedKey: { S: text }, [copy]: { S: text } });
        const explorer = anExplorer([[{ ...file, entity: known ? 'File' : null }]]);
        const answers: unknown[] = [await explorer.call('explorer.ask', question)];
        const { reading, rows } = await read(explorer);
        for (const format of ['csv', 'json']) {
          const asked = { reading, format, columns: ['FileID', 'wrappedKey', copy], rows };
          answers.push(await explorer.call('explorer.export', asked));
        }
        for (const attribute of ['wrappedKey', copy]) {
          answers.push(await explorer.call('explorer.reveal', { handle: rows[0], attribute }));
        }
        expect(JSON.stringify([answers, explorer.logged])).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });
});

const item: Attributes = {
  name: { S: 'Müller & "Söhne"' },
  size: { N: '12345678901234567890123456789012345678' },
  open: { BOOL: false },
  gone: { NULL: true },
  raw: { B: 'AQID' },
  tags: { SS: ['a', 'b'] },
  scores: { NS: ['1', '0.10'] },
  inner: { M: { list: { L: [{ N: '1E-130' }, { S: 'x' }] } } },
  email: { MASKED: { what: 'an e-mail address', revealable: true } },
};
const columns = ['name', 'size', 'open', 'gone', 'raw', 'tags', 'scores', 'inner', 'email', 'missing'];

describe('rows as JSON', () => {
  it('are plain objects whose numbers keep their digits and whose masks stay on', () => {
    expect(formatJson([item, { name: { S: 'b' } }], columns)).toBe(
      [
        '[',
        String.raw`  {"name":"Müller & \"Söhne\"","size":12345678901234567890123456789012345678,"open":false,"gone":null,"raw":"AQID","tags":["a","b"],"scores":[1,0.10],"inner":{"list":[1E-130,"x"]},"email":"masked, an e-mail address"},`,
        '  {"name":"b"}',
        ']',
        '',
      ].join('\n'),
    );
  });

  it('are an empty list if there are none', () => {
    expect(JSON.parse(formatJson([], columns))).toEqual([]);
  });

  it('can be parsed, whatever the names and the digits', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor'));
    const values = fc.oneof(fc.record({ S: fc.string() }), fc.record({ N: fc.string() }));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
        const row: Attributes = Object.fromEntries(pairs);
        const [parsed] = JSON.parse(formatJson([row], Object.keys(row))) as [object];
        expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(row).toSorted());
      }),
    );
  });
});

describe('rows as CSV', () => {
  it('have the requested columns, in that order, and a UTF-8 mark', () => {
    const text = formatCsv([item], ['size', 'name', 'email', 'missing']);
    expect(text).toBe(
      '\uFEFFsize,name,email,missing\r\n12345678901234567890123456789012345678,"Müller & ""Söhne""","masked, an e-mail address",\r\n',
    );
  });

  it('write many values as JSON and binary as Base64', () => {
    const text = formatCsv([item], ['raw', 'tags', 'inner', 'gone', 'open']);
    expect(text.split('\r\n')[1]).toBe('AQID,"[""a"",""b""]","{""list"":[1E-130,""x""]}",null,false');
  });

  it('cannot make a spreadsheet run something', () => {
    const text = formatCsv([{ '=1+1': { S: '=HYPERLINK("x")' } }], ['=1+1']);
    expect(text).not.toMatch(/(^|[\r\n",\uFEFF])=/);
  });
});
