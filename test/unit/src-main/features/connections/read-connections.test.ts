import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConnections, readConnections } from '#main/features/connections/read-connections.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aHome } from '#test/builders/a-home.ts';

const file = (...connections: unknown[]): string => JSON.stringify({ connections });

/** This connection has every field of the documented entry. */
const whole = aConnection({
  readOnly: false,
  editAndRedrive: true,
  aws: {
    region: 'eu-west-1',
    accountId: '111122223333',
    profile: { fromEnvironment: true },
    endpoints: { dynamodb: 'http://127.0.0.1:8000', sts: 'https://sts.example' },
  },
  pipelineApi: {
    baseUrl: 'https://pipeline.example/v1',
    auth: { kind: 'oidc', issuer: 'https://id.example', clientId: 'c' },
  },
  extraction: { table: 't', documentsBucket: 'b', stateMachine: 's' },
  downloads: { jobsTable: 'data-download-jobs' },
  funds: { table: 'investment_fund' },
  hr: { table: 'acme-hr-staging' },
});

const withAuth = (auth: object) => ({ ...whole, pipelineApi: { baseUrl: 'https://a.example/v1', auth } });

describe('a valid file', () => {
  it('gives its connections as written', () => {
    expect(parseConnections(file(whole))).toEqual({ connections: [whole], problems: [] });
  });

  it('may start with a byte order mark, as some editors write it', () => {
    expect(parseConnections(`\uFEFF${file(whole)}`).connections).toHaveLength(1);
  });

  it('is not required: without one there is the sandbox', () => {
    expect(readConnections(aHome())).toMatchObject({ connections: [], problems: [] });
  });
});

describe('a broken file names the path and what is expected', () => {
  it.each([
    [
      { ...whole, environment: 'prod' },
      'connections[0].environment',
      /"development" or "staging" or "production".*"prod"/,
    ],
    [{ ...whole, id: 'My Staging' }, 'connections[0].id', /lower-case letters.*"My Staging"/],
    [{ ...whole, id: 'local' }, 'connections[0].id', /taken/],
    [{ ...whole, name: undefined }, 'connections[0].name', /expected a text in quotes, found nothing/],
    [{ ...whole, readOnly: 'yes' }, 'connections[0].readOnly', /true or false.*"yes"/],
    [{ ...whole, editAndRedrive: 'yes' }, 'connections[0].editAndRedrive', /true or false.*"yes"/],
    [{ ...whole, readonly: true }, 'connections[0].readonly', /not a known setting/],
    [
      { ...whole, aws: { ...whole.aws, accountId: 111122223333 } },
      'connections[0].aws.accountId',
      /text in quotes.*111122223333/,
    ],
    [
      { ...whole, aws: { ...whole.aws, region: 'Ireland' } },
      'connections[0].aws.region',
      /AWS region.*"Ireland"/,
    ],
    [
      { ...whole, aws: { ...whole.aws, profile: 7 } },
      'connections[0].aws.profile',
      /profile name or \{ "fromEnvironment": true \}/,
    ],
    [
      { ...whole, aws: { ...whole.aws, endpoints: { s3: 'nowhere' } } },
      'connections[0].aws.endpoints.s3',
      /https:\/\//,
    ],
    [
      { ...whole, pipelineApi: { baseUrl: 'https://a.example', auth: { kind: 'basic' } } },
      'connections[0].pipelineApi.auth.kind',
      /expected/,
    ],
    [
      { ...whole, aws: { ...whole.aws, secretAccessKey: 'x' } },
      'connections[0].aws.secretAccessKey',
      /not a known setting/,
    ],
    [
      { ...whole, pipelineApi: { baseUrl: 'https://u:s3cret@h/v1', auth: { kind: 'sigv4' } } },
      'connections[0].pipelineApi.baseUrl',
      /^expected an address without a user name or password in it, found a text of 21 characters$/,
    ],
    ...['https://h/v1?k=v', 'https://h/v1#part', 'https://h/v1?'].map((baseUrl): [object, string, RegExp] => [
      { ...whole, pipelineApi: { baseUrl, auth: { kind: 'sigv4' } } },
      'connections[0].pipelineApi.baseUrl',
      /^expected an address without "\?" or "#", because the paths of the API are added to its end, found a text of \d+ characters$/,
    ]),
    [
      { ...whole, aws: { ...whole.aws, endpoints: { sqs: 'http:///me@h:80/' } } },
      'connections[0].aws.endpoints.sqs',
      /without a user name or password/,
    ],
    [
      { ...whole, aws: { ...whole.aws, endpoints: { sts: 'http://10.20.30.40:8080' } } },
      'connections[0].aws.endpoints.sts',
      /^expected an address that starts with https:\/\/, or with http:\/\/ on this machine \(127\.0\.0\.1, localhost or \[::1\]\), found a text of 23 characters$/,
    ],
    ...['glpat-planted', '7planted', 'planted token', 'plänted', 'p'.repeat(129), ''].map(
      (tokenFromEnvironment): [object, string, RegExp] => [
        withAuth({ kind: 'bearer', tokenFromEnvironment }),
        'connections[0].pipelineApi.auth.tokenFromEnvironment',
        /^expected the name of an environment variable, such as "PIPELINE_TOKEN", and not the token: [^"]*, found a text of \d+ characters$/,
      ],
    ),
    ['staging', 'connections[0]', /^expected an object, found a text of 7 characters$/],
  ])('%#: %s', (entry, path, problem) => {
    const { connections, problems } = parseConnections(file(entry));
    expect(connections).toEqual([]);
    expect(problems[0]).toMatchObject({ path, problem: expect.stringMatching(problem) as string });
  });

  it.each(['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'])(
    'sends no keys unencrypted to %s of another machine',
    (service) => {
      const problemsAt = (address: string) =>
        parseConnections(file({ ...whole, aws: { ...whole.aws, endpoints: { [service]: address } } }))
          .problems;
      for (const address of ['http://aws.corp.example', 'http://127.0.0.1.example', 'http://0.0.0.0:80']) {
        expect(problemsAt(address)).toMatchObject([{ path: `connections[0].aws.endpoints.${service}` }]);
      }
      for (const address of ['https://aws.corp.example', 'http://localhost:4566', 'http://[::1]:4566']) {
        expect(problemsAt(address)).toEqual([]);
      }
      // For an invalid address only that problem is reported.
      expect(problemsAt('nowhere')).toHaveLength(1);
    },
  );

  it.each(['PIPELINE_TOKEN', '_t0ken', 'p'.repeat(128)])(
    'accepts %s as the name of a variable',
    (tokenFromEnvironment) => {
      const { problems } = parseConnections(file(withAuth({ kind: 'bearer', tokenFromEnvironment })));
      expect(problems).toEqual([]);
    },
  );

  it('keeps the valid connections beside a broken one', () => {
    const { connections, problems } = parseConnections(file({ id: 'broken' }, whole));
    expect(connections.map(({ id }) => id)).toEqual(['staging']);
    expect(problems.every(({ path }) => path.startsWith('connections[0]'))).toBe(true);
  });

  it('refuses an id used twice', () => {
    expect(parseConnections(file(whole, whole)).problems).toEqual([
      { path: 'connections[1].id', problem: '"staging" is taken; expected an id of its own' },
    ]);
  });

  it.each([
    ['{\n  "connections": [\n    { "id": "a", }\n  ]\n}', 'line 3, column 18', 'a name in quotes'],
    ['{"connections": [}', 'line 1, column 18', 'a value or "]"'],
    ['\uFEFF{"connections": [}', 'line 1, column 18', 'a value or "]"'],
    ['{"password": hunter2}', 'line 1, column 14', 'a value'],
    ['{"connections": []\n', 'line 2, column 1', '"," or "}"'],
    ['', 'line 1, column 1', 'a value'],
  ])(
    'gives the line and the column where the JSON breaks, and quotes nothing: %j',
    (text, path, expected) => {
      expect(parseConnections(text).problems).toEqual([
        { path, problem: `is not JSON: expected ${expected}` },
      ]);
    },
  );

  it.each(['[]', '7', 'null', '{}', '{"connections":{}}', '{"connections":[],"profiles":[]}'])(
    'copes with %s',
    (text) => {
      const { connections, problems } = parseConnections(text);
      expect(connections).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );

  it('rejects a file that repeats a name, of which JSON would take the last', () => {
    const production = JSON.stringify({ ...whole, environment: 'production', readOnly: true });
    const merged = production.replace(/\}$/, ',\n"environment":"staging","readOnly":false}');
    expect(parseConnections(`{"connections":[${merged}]}`)).toEqual({
      connections: [],
      problems: [{ path: 'line 2, column 1', problem: expect.stringContaining('twice in one object') }],
    });
  });

  it('reports an unreadable file', () => {
    const home = aHome();
    const path = join(home, 'connections.json');
    mkdirSync(path);
    expect(readConnections(home).problems[0]?.problem).toMatch(/cannot be read \(EISDIR\)/);
    chmodSync(path, 0o700);
  });

  it.each(['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'hunter2'])(
    'never throws and never repeats %s that may be a pasted secret',
    (secret) => {
      const values = fc.oneof(fc.jsonValue(), fc.constant(secret), fc.constant([secret]));
      const mutated = fc
        .tuple(fc.constantFrom('name', 'aws', 'pipelineApi', 'extraction', 'stage', 'hr'), values)
        .map(([key, value]) => ({ ...whole, [key]: value }));
      const deeper = fc
        .tuple(fc.constantFrom('profile', 'endpoints'), values)
        .map(([key, value]) => ({ ...whole, aws: { ...whole.aws, [key]: value } }));
      const auth = { kind: 'command', command: secret };
      const command = fc.constant({ ...whole, pipelineApi: { baseUrl: secret, auth } });
      fc.assert(
        fc.property(fc.oneof(mutated, deeper, command, fc.constant(secret), fc.jsonValue()), (entry) => {
          const { problems } = parseConnections(file(entry));
          expect(JSON.stringify(problems)).not.toContain(secret);
        }),
      );
      fc.assert(fc.property(fc.string(), (text) => void parseConnections(text)));
    },
  );

  it('reports only that a value is a number, unless it is public', () => {
    const { problems } = parseConnections(file({ ...whole, name: 271828 }));
    expect(problems[0]?.problem).toBe('expected a text in quotes, found a number');
  });
});

it('reads the file in the home folder', () => {
  const home = aHome();
  writeFileSync(join(home, 'connections.json'), file(whole));
  expect(readConnections(home)).toMatchObject({ connections: [{ id: 'staging' }], problems: [] });
});
