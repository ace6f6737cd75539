import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { connectionDetailsSchema, type ConnectionDetails } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { detailsHandlers } from '#main/features/connections/connections-handlers.ts';
import { plainAddress } from '#main/features/connections/shown-entry.ts';
import { aConnection } from '#test/builders/a-connection.ts';

const systems = Object.values(catalogue);

function read(connectionId: string, ...connections: readonly Connection[]) {
  const handlers = detailsHandlers({
    file: { file: '/home/connections.json', connections, problems: [] },
    systems,
    tableNames: (system, id) => tableNames(system, connections.find((one) => one.id === id) ?? 'sandbox'),
  });
  return handlers['connections.read']({ connectionId }, { reference: 'r', role: null, host: 'browser' });
}

async function readDetails(change: Partial<Connection>): Promise<ConnectionDetails> {
  const result = await read('staging', aConnection(change));
  if (!result.ok) throw new Error(result.failure.message);
  return connectionDetailsSchema.parse(result.value);
}

const nameOf = (details: ConnectionDetails, system: string, part: string) =>
  details.systems.find((one) => one.system === system)?.names.find((one) => one.part === part);

describe('the names of a connection', () => {
  test('show for each part whether it comes from the file or the convention', async () => {
    const details = await readDetails({
      extraction: { table: 'mine' },
      downloads: { batchesTable: 'own-batches' },
    });
    expect(nameOf(details, 'extraction', 'table')).toEqual({ part: 'table', name: 'mine', from: 'file' });
    expect(nameOf(details, 'extraction', 'state machine')).toEqual({
      part: 'state machine',
      name: 'autowire-batch-processing-staging',
      from: 'convention',
    });
    expect(nameOf(details, 'downloads', 'batches table')).toMatchObject({
      name: 'own-batches',
      from: 'file',
    });
    expect(nameOf(details, 'downloads', 'jobs table')).toMatchObject({
      name: 'data-download-jobs',
      from: 'convention',
    });
  });

  test('are missing without a stage if the convention ends with one', async () => {
    const { stage: _, ...entry } = aConnection();
    const result = await read('staging', entry);
    const details = connectionDetailsSchema.parse(result.ok ? result.value : undefined);
    expect(details.stage).toBeNull();
    expect(nameOf(details, 'extraction', 'table')).toEqual({ part: 'table', name: null, from: 'unnamed' });
    expect(nameOf(details, 'downloads', 'jobs table')?.from).toBe('convention');
  });

  test('have no parts for a system that the file leaves out', async () => {
    const { systems: shown } = await readDetails({ hr: { table: 'people' } });
    expect(shown.filter(({ names }) => names.length > 0).map(({ system }) => system)).toEqual(['hr']);
    expect(shown.map(({ label }) => label)).toContain('Extraction');
  });

  test('include the sandbox’s, by the convention', async () => {
    const result = await read('local');
    const details = connectionDetailsSchema.parse(result.ok ? result.value : undefined);
    expect(details).toMatchObject({ credentials: null, pipelineApi: null, endpoints: [], stage: 'sandbox' });
    expect(nameOf(details, 'extraction', 'table')?.name).toBe('autowired-sandbox');
  });

  test('are not found for an unknown connection, and the answer names the file', async () => {
    expect(await read('absent')).toMatchObject({
      ok: false,
      failure: { code: 'not-found', message: expect.stringContaining('/home/connections.json') as string },
    });
  });
});

describe('how a connection signs in', () => {
  test('is by a profile, or by the environment', async () => {
    expect((await readDetails({})).credentials).toBe('profile staging');
    const aws = { ...aConnection().aws, profile: { fromEnvironment: true as const } };
    expect((await readDetails({ aws })).credentials).toBe("the keys in Sluice's environment");
  });

  const from = async (auth: NonNullable<Connection['pipelineApi']>['auth']) =>
    (await readDetails({ pipelineApi: { baseUrl: 'https://api.example/v1', auth } })).pipelineApi?.from;

  test('shows where a token comes from', async () => {
    expect(await from({ kind: 'sigv4' })).toBe('SigV4 with the AWS credentials');
    expect(await from({ kind: 'bearer', tokenFromEnvironment: 'API_TOKEN' })).toBe(
      'a bearer token in the environment as API_TOKEN',
    );
    expect(await from({ kind: 'oidc', issuer: 'https://id.example/a?key=planted', clientId: 'desk' })).toBe(
      'OpenID Connect at https://id.example/a?… as desk',
    );
  });

  test.each([
    [['/usr/local/bin/get-token', '--secret', 'planted'], 'get-token'],
    [['C:\\tools\\token.exe', 'planted'], 'token.exe'],
    [['TOKEN=planted get-token'], 'a program'],
    [['curl https://example/planted'], 'a program'],
    [['planted=abc'], 'a program'],
    [[''], 'a program'],
  ])('shows of the command %j only its name', async (command, name) => {
    const told = await from({ kind: 'command', command });
    expect(told).toBe(`a bearer token that ${name} prints`);
    expect(told).not.toContain('planted');
  });
});

test('nothing after a question mark is shown', async () => {
  const aws = { ...aConnection().aws, endpoints: { sqs: 'https://sqs.example:8443/?token=planted' } };
  const pipelineApi = {
    baseUrl: 'https://api.example/v1?key=planted#planted',
    auth: { kind: 'sigv4' as const },
  };
  const details = await readDetails({ aws, pipelineApi });
  expect(details.endpoints).toEqual([{ service: 'sqs', address: 'https://sqs.example:8443?…' }]);
  expect(details.pipelineApi?.baseUrl).toBe('https://api.example/v1?…');
  expect(JSON.stringify(details)).not.toContain('planted');
  expect(plainAddress('http://127.0.0.1:8000')).toBe('http://127.0.0.1:8000');
});
