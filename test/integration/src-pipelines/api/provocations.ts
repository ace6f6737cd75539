import { signToken } from '#pipelines/api/sign-token.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { ProblemCode } from '#shared/pipeline-api/problem.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { admin, reviewer, support, type Answered, type Api, type SentCall } from '#test/builders/an-api.ts';

type Provocation = (name: OperationName, good: SentCall) => Promise<Answered>;

/** Returns for each problem a request that provokes it, made from one that succeeds. */
export function provocations(
  api: Api,
  at: (index: number) => Readonly<Record<string, string>>,
): Readonly<Record<ProblemCode, Provocation>> {
  const { call } = api;
  const [unclaimed, , , , heldByAnother, decidedByAnother, decidedLongAgo] = [0, 1, 2, 3, 4, 5, 6].map(at);
  const on = (params: Readonly<Record<string, string>> | undefined): Provocation => {
    return (name, good) => call(name, { ...good, ...(params && { params }) });
  };
  const [failed, decidedByMe, checked, withWrongAccount] = [at(3), at(10), at(11), at(14)];
  return {
    'malformed-request'(name, good) {
      const { changes, params }: ApiOperation = operations[name];
      if (changes || !params) return call(name, { ...good, bytes: Buffer.from('{') });
      return call(name, {
        ...good,
        params: Object.fromEntries(Object.keys(params.shape).map((key) => [key, 'a b'])),
      });
    },
    'idempotency-key-required': (name, good) => call(name, { ...good, key: '' }),
    'not-signed-in': (name, good) => call(name, { ...good, as: null }),
    'sign-in-expired': async (name, good) =>
      call(name, {
        ...good,
        token: await signToken(api.secret, admin, { issuedAt: 0, expiresAt: startOfTime - 1_000 }),
      }),
    'role-required': (name, good) => call(name, { ...good, as: inNoRoleFor(name) }),
    'all-tenants-required': (name, good) =>
      call(name, {
        ...good,
        as: { ...(good.as ?? admin), tenants: ['northwind'] },
        // A note on a batch is for all who see its tenant.
        ...(name === 'addNote' && { body: { about: { fingerprint: 'b8cf51' }, text: 'Seen before' } }),
      }),
    'not-found': (name, good) => call(name, elsewhere(good)),
    'method-not-allowed': () => Promise.reject(new Error('It is not of an operation')),
    'not-in-review': on(failed),
    'claimed-by-another': on(heldByAnother),
    'not-claimed-by-you': (name, good) =>
      on(name === 'refileDocument' ? unclaimed : heldByAnother)(name, good),
    'not-your-review': on(decidedByAnother),
    'hold-over': on(decidedLongAgo),
    // A decision is checked only when it can no longer be taken back.
    'not-twice-by-you': (name, good) =>
      on(name === 'checkDocument' ? decidedLongAgo : decidedByMe)(name, good),
    'not-a-reviewer': (name, good) => call(name, { ...good, body: { to: 'unknown' } }),
    'not-accepted-unseen': on(failed),
    'against-rules': on(withWrongAccount),
    'already-checked': on(checked),
    'not-fileable': (name, good) => {
      const { into } = good.body as { into: readonly { parts: readonly object[] }[] };
      const half = into.map((one) => ({
        ...one,
        parts: one.parts.map((part) => ({ ...part, pages: { from: 1, to: 1 } })),
      }));
      return call(name, { ...good, body: { ...(good.body as object), into: half } });
    },
    'file-not-requeueable': async (name, good) => {
      const { fileId = '' } = good.params ?? {};
      const finished = {
        FileID: `${fileId}-done`,
        Status: 'completed',
        StatusUpdatedAt: 1,
        TTL: startOfTime,
      };
      await api.put(finished, api.parts.names.downloads.jobsTable);
      return call(name, { ...good, params: { fileId: finished.FileID }, ifMatch: 1 });
    },
    'batch-already-closed': async (name, good) => {
      const ended = { BatchID: 'ended', PollingDate: '2026-01-04', Status: 'completed', UpdatedAt: 'then' };
      await api.put(ended, api.parts.names.downloads.batchesTable);
      return call(name, { ...good, params: { batchId: ended.BatchID }, ifMatch: ended.UpdatedAt });
    },
    'anchored-otherwise': async (name, good) => {
      const head = { chain: 'gone-back', sequence: 9, hash: 'c'.repeat(64) };
      await call('anchorAudit', { body: head });
      return call(name, { ...good, body: { ...head, sequence: 8 } });
    },
    'stale-version': (name, good) => call(name, { ...good, ifMatch: 99 }),
    'too-large': (name, good) => call(name, { ...good, bytes: Buffer.alloc(1_048_577, 32) }),
    'json-required': (name, good) =>
      call(name, { ...good, bytes: Buffer.from('{}'), headers: { 'content-type': 'text/plain' } }),
    'key-reused': async (name, good) => {
      const body = { chain: 'another-console', sequence: 7, hash: 'b'.repeat(64) };
      await call('anchorAudit', { body, key: `reused-for-${name}` });
      return call(name, { ...good, key: `reused-for-${name}` });
    },
    'version-required': (name, good) => call(name, { ...good, headers: { 'if-match': '' } }),
    'try-again': async (name, good) => {
      const { faults } = api.aws.world;
      faults.set([{ id: 'busy', kind: 'throttle', service: 'dynamodb' }]);
      const answer = await call(name, good);
      faults.set([]);
      return answer;
    },
    unexpected: (name, good) =>
      api.callOn({ parts: { now: () => (undefined as unknown as Date).getTime() } }, name, good),
  };
}

function inNoRoleFor(name: OperationName) {
  const { who }: ApiOperation = operations[name];
  return [support, reviewer].find(({ role }) => !who.includes(role)) ?? admin;
}

/** Replaces everything that the request names with something that does not exist. */
function elsewhere(good: SentCall): SentCall {
  const body = good.body as Readonly<Record<string, unknown>> | undefined;
  if (body?.['about']) return { ...good, body: { ...body, about: { fingerprint: 'nowhere' } } };
  if (!good.params) return { ...good, body: { ...body, ...(body?.['date'] ? dayWithoutFiles : noWorkflow) } };
  return { ...good, params: Object.fromEntries(Object.keys(good.params).map((key) => [key, 'nowhere'])) };
}
const dayWithoutFiles = { date: '2026-01-01' };
const noWorkflow = { workflowId: 'nowhere' };
