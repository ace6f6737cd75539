import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { admin, anApi, reviewer, support, type Api, type SentCall } from '#test/builders/an-api.ts';

const fingerprint = 'b8cf51';

it('notes who works on a cause, since when and with which note, and leaves the rest of it', async () => {
  const api = await withCause();
  const { status, body } = await work(api, { workedOnBy: 'support', note: 'Asked for a larger quota' });
  expect([status, body.cause]).toMatchObject([
    200,
    {
      fingerprint,
      version: 5,
      workedOnBy: 'support',
      workedOnSince: '2026-01-05T09:00:00.000Z',
      workNote: 'Asked for a larger quota',
      pattern: 'ThrottlingException: Too many requests',
    },
  ]);
  const { fingerprint: _, ...stored } = body.cause;
  expect(await readCause(api)).toMatchObject(stored);
});

it('keeps the time when the same person changes the note, and begins again for another person', async () => {
  const api = await withCause();
  await work(api, { workedOnBy: 'support' });
  await api.advance(600);
  const same = await work(api, { workedOnBy: 'support', note: 'Raised to 20' }, { ifMatch: 5 });
  expect(same.body.cause).toMatchObject({
    workedOnSince: '2026-01-05T09:00:00.000Z',
    workNote: 'Raised to 20',
  });
  const other = await work(api, { workedOnBy: 'admin' }, { ifMatch: 6, as: admin });
  expect(other.body.cause).toMatchObject({ workedOnBy: 'admin', workedOnSince: '2026-01-05T09:10:00.000Z' });
  expect(other.body.cause).not.toHaveProperty('workNote');
});

it('ends the work with a note of what was done', async () => {
  const api = await withCause();
  await work(api, { workedOnBy: 'support' });
  const { body } = await work(api, { workedOnBy: null, note: 'Fixed in 4.2' }, { ifMatch: 5 });
  expect(body.cause).toMatchObject({ version: 6, workNote: 'Fixed in 4.2' });
  expect(body.cause).not.toHaveProperty('workedOnBy');
  expect(await readCause(api)).not.toHaveProperty('workedOnSince');
});

it('refuses a version that is not the present one, with the cause as it is now', async () => {
  const api = await withCause();
  await work(api, { workedOnBy: 'support' });
  const { status, body } = await work(api, { workedOnBy: 'admin' }, { as: admin });
  expect([status, body.code, body.current]).toMatchObject([
    412,
    'stale-version',
    { fingerprint, version: 5, workedOnBy: 'support' },
  ]);
  const { body: unnamed } = await api.call('workOnCause', {
    as: support,
    params: { fingerprint },
    body: { workedOnBy: 'admin' },
  });
  expect(unnamed.code).toBe('version-required');
});

it('makes the change once for one key', async () => {
  const api = await withCause();
  const [first, again] = [
    await work(api, { workedOnBy: 'support' }, { key: 'one' }),
    await work(api, { workedOnBy: 'support' }, { key: 'one' }),
  ];
  expect(again.text).toBe(first.text);
  expect(await readCause(api)).toMatchObject({ version: 5 });
});

it('does not overwrite an earlier first time that the pipeline finds meanwhile', async () => {
  const api = await withCause();
  await work(api, { workedOnBy: 'support' });
  await api.put({
    ...(await readCause(api)),
    ...keyOf.knownCause(fingerprint),
    firstAt: '2025-12-24T00:00:00.000Z',
  });
  await work(api, { workedOnBy: null }, { ifMatch: 5 });
  expect(await readCause(api)).toMatchObject({ firstAt: '2025-12-24T00:00:00.000Z', version: 6 });
});

it('is only for support and admin who see all tenants, and says nothing of an unknown cause', async () => {
  const api = await withCause();
  expect((await work(api, { workedOnBy: 'x' }, { as: reviewer })).body.code).toBe('role-required');
  const held = { ...support, tenants: ['northwind'] };
  const refused = await work(api, { workedOnBy: 'x' }, { as: held });
  expect(refused.body).toMatchObject({
    code: 'all-tenants-required',
    detail:
      'A cause is of all tenants that it hits, so this is for those who see all tenants. Nothing was done.',
  });
  const unknown = await work(api, { workedOnBy: 'x' }, { params: { fingerprint: 'ffffff' } });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found']);
});

async function withCause(): Promise<Api> {
  const api = await anApi();
  await api.put({
    ...keyOf.knownCause(fingerprint),
    version: 4,
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
    firstAt: '2026-01-02T00:00:00.000Z',
    stage: 'gap-fill',
    code: 'ThrottlingException',
    pattern: 'ThrottlingException: Too many requests',
  });
  return api;
}

function work(
  api: Api,
  body: { readonly workedOnBy: string | null; readonly note?: string },
  sent: SentCall = {},
) {
  return api.call('workOnCause', { as: support, params: { fingerprint }, ifMatch: 4, body, ...sent });
}

async function readCause({ parts }: Api) {
  const { Item = {} } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.knownCause(fingerprint)),
    }),
  );
  return fromItem(Item);
}
