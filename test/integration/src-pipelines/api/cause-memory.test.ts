import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { admin, anApi, reviewer, support, type Api, type SentCall } from '#test/builders/an-api.ts';

// No document has failed for this cause: it is one of dead letters.
const fingerprint = '177481';

it('keeps a note with who wrote it and when, for a cause that only dead letters have', async () => {
  const api = await anApi();
  const { status, body } = await note(api, 'Ask for the new endpoint');
  expect([status, body.memory]).toEqual([
    200,
    {
      fingerprint,
      version: 1,
      updatedAt: '2026-01-05T09:00:00.000Z',
      note: 'Ask for the new endpoint',
      notedBy: 'support',
      notedAt: '2026-01-05T09:00:00.000Z',
    },
  ]);
  expect(await readMemory(api)).toMatchObject({
    note: 'Ask for the new endpoint',
    notedBy: 'support',
    version: 1,
  });
});

it('takes the note away, and leaves who did it and when', async () => {
  const api = await anApi();
  await note(api, 'Ask for the new endpoint');
  const { body } = await note(api, null, { ifMatch: 1, as: admin });
  expect(body.memory).toMatchObject({ version: 2, notedBy: 'admin' });
  expect(body.memory).not.toHaveProperty('note');
  expect(await readMemory(api)).not.toHaveProperty('note');
});

it('refuses a version that is not the present one, with the note of the other person', async () => {
  const api = await anApi();
  await note(api, 'First');
  const { status, body } = await note(api, 'Second', { as: admin });
  expect([status, body.code, body.current]).toMatchObject([
    412,
    'stale-version',
    { note: 'First', version: 1 },
  ]);
  const unnamed = await api.call('noteOnCause', {
    as: support,
    params: { fingerprint },
    body: { note: 'x' },
  });
  expect(unnamed.body.code).toBe('version-required');
});

it('makes a change once for one key, and refuses what is too long', async () => {
  const api = await anApi();
  const [first, again] = [await note(api, 'Once', { key: 'one' }), await note(api, 'Once', { key: 'one' })];
  expect(again.text).toBe(first.text);
  const long = await note(api, 'x'.repeat(2_001), { ifMatch: 1 });
  expect([long.status, long.body.code]).toEqual([400, 'malformed-request']);
});

it('keeps outcomes in numbers, the newest first, and one for each job however often it is told', async () => {
  const api = await anApi();
  await tell(api, { jobId: 'job-1', at: '2026-01-02T08:00:00.000Z', total: 40, fixed: 40, back: 0 });
  await tell(api, { jobId: 'job-2', at: '2026-01-03T08:00:00.000Z', total: 5, fixed: 2, back: 3 });
  const { status, body } = await tell(api, {
    jobId: 'job-1',
    at: '2026-01-02T08:00:00.000Z',
    total: 40,
    fixed: 39,
    back: 1,
  });
  expect([status, body.memory.outcomes]).toEqual([
    201,
    [
      {
        jobId: 'job-2',
        kind: 'redrive',
        at: '2026-01-03T08:00:00.000Z',
        total: 5,
        fixed: 2,
        back: 3,
        by: 'support',
      },
      {
        jobId: 'job-1',
        kind: 'redrive',
        at: '2026-01-02T08:00:00.000Z',
        total: 40,
        fixed: 39,
        back: 1,
        by: 'support',
      },
    ],
  ]);
});

it('keeps the ten newest outcomes, and leaves a note that was written in between', async () => {
  const api = await anApi();
  for (let day = 1; day <= 12; day += 1) {
    const at = `2026-01-${String(day).padStart(2, '0')}T08:00:00.000Z`;
    await tell(api, { jobId: `job-${day}`, at, total: 1, fixed: 1, back: 0 });
    if (day === 6) expect((await note(api, 'In between')).status).toBe(200);
  }
  const memory = await readMemory(api);
  const outcomes = memory['outcomes'] as readonly { readonly jobId: string }[];
  expect(outcomes.map(({ jobId }) => jobId)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((day) => `job-${day}`),
  );
  expect(memory).toMatchObject({ note: 'In between', version: 1 });
});

it('refuses an outcome of more than there was', async () => {
  const api = await anApi();
  const { body } = await tell(api, {
    jobId: 'job-1',
    at: '2026-01-02T08:00:00.000Z',
    total: 4,
    fixed: 4,
    back: 1,
  });
  expect(body.code).toBe('malformed-request');
});

it('is only for support and admin who see all tenants', async () => {
  const api = await anApi();
  const outcome = { jobId: 'job-1', at: '2026-01-02T08:00:00.000Z', total: 4, fixed: 4, back: 0 };
  expect((await note(api, 'x', { as: reviewer })).body.code).toBe('role-required');
  expect((await tell(api, outcome, { as: reviewer })).body.code).toBe('role-required');
  const held = { ...support, tenants: ['northwind'] };
  expect((await note(api, 'x', { as: held })).body.code).toBe('all-tenants-required');
  expect((await tell(api, outcome, { as: held })).body.code).toBe('all-tenants-required');
});

function note(api: Api, text: string | null, sent: SentCall = {}) {
  return api.call('noteOnCause', {
    as: support,
    params: { fingerprint },
    ifMatch: 0,
    body: { note: text },
    ...sent,
  });
}

function tell(api: Api, outcome: Readonly<Record<string, string | number>>, sent: SentCall = {}) {
  const body = { kind: 'redrive', ...outcome };
  return api.call('tellOutcome', { as: support, params: { fingerprint }, body, ...sent });
}

async function readMemory({ parts }: Api) {
  const { Item = {} } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.causeMemory(fingerprint)),
    }),
  );
  return fromItem(Item);
}
