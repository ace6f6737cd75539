import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { NotSent } from '#main/pipeline/pipeline-api.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { buildProblem, problemStatus, type ProblemCode } from '#shared/pipeline-api/problem.ts';
import { aTransport, anAnswer } from './a-transport.ts';

const bodies: Partial<Record<OperationName, unknown>> = {
  submitBatch: { tenantId: 't', projectId: 'p', workflowId: 'w', documents: [{ fileName: 'a.pdf' }] },
  reprocessDocuments: { documentIds: ['d'] },
  sendToReview: { documents: [{ documentId: 'd', version: 1 }] },
  acceptDocuments: { documents: [{ documentId: 'd', version: 1 }], reason: 'r' },
  reviewDocument: { decision: 'approve', corrections: [] },
  handOverDocument: { to: 'user-1' },
  checkDocument: { corrections: [] },
  refileDocument: {
    reason: 'r',
    into: [
      {
        workflow: { projectId: 'p', workflowId: 'w' },
        parts: [{ batchId: 'b', documentId: 'd', pages: { from: 1, to: 2 } }],
      },
    ],
  },
  nextDocument: {},
  requeueFile: {},
  triggerDownloads: { date: '2026-01-01', reason: 'r' },
  closeDownloads: { reason: 'r' },
  changeThresholds: { confidenceThreshold: 0.5, reviewThreshold: 0.8, reason: 'r' },
  changeReview: { rules: {}, dueHours: null, priority: null, customer: null, reason: 'r' },
  changeObjective: { objective: { percent: 95, minutes: 15 }, reason: 'r' },
  changeSuppliers: { put: [], remove: [{ supplierId: 's' }], reason: 'r' },
  changeOrders: { put: [{ number: 'n', supplierId: null }], reason: 'r' },
  putTenantBudget: { month: null, usd: '250' },
  putWorkflowBudget: { month: '2026-12', usd: null },
  workOnCause: { workedOnBy: 'user-1' },
  noteOnCause: { note: 'n' },
  tellOutcome: { jobId: 'j', kind: 'redrive', at: '2026-01-05T08:00:00.000Z', total: 1, fixed: 1, back: 0 },
  workOnBatch: { workedOnBy: 'user-1' },
  addNote: { about: { fingerprint: 'f' }, text: 'n' },
  anchorAudit: { chain: 'c', sequence: 1, hash: 'a'.repeat(64) },
};
const names = Object.keys(operations) as OperationName[];
const codes = Object.keys(problemStatus) as ProblemCode[];

const name = fc.constantFrom(...names);
const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 204, 301, 400, 401, 403, 404, 409, 412, 422, 500, 502, 503, 504),
  fc.integer({ min: 100, max: 599 }),
);
const text = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record({ code: fc.constantFrom(...codes), detail: fc.string() })
    .map(({ code, detail }) => JSON.stringify(buildProblem(code, detail))),
  fc
    .record(
      { run: fc.anything(), executionArn: fc.anything(), documents: fc.anything(), document: fc.anything() },
      { requiredKeys: [] },
    )
    .map((made) => toText(made)),
);
const half = fc.tuple(text, fc.nat(200)).map(([whole, at]) => whole.slice(0, at));

it('any answer leads only to certain statements', async () => {
  await fc.assert(
    fc.asyncProperty(name, status, fc.oneof(text, half), async (operationName, code, body) => {
      const answer = await ask(operationName, () => Promise.resolve(anAnswer(code, body)));
      const operation: ApiOperation = operations[operationName];
      if (answer.kind === 'answered') {
        expect(code).toBeGreaterThanOrEqual(200);
        expect(code).toBeLessThan(300);
        expect(operation.answers.schema.safeParse(JSON.parse(body)).success).toBe(true);
      } else if (answer.kind === 'problem') {
        expect(code).toBeGreaterThanOrEqual(400);
        expect(code).toBeLessThan(500);
        expect(problemStatus[answer.problem.code]).toBe(code);
      } else {
        // The request has arrived, so the answer must not claim that it was not sent.
        expect(answer).toMatchObject({ kind: 'unclear', status: code });
      }
    }),
    { numRuns: 2_000 },
  );
});

it('any failure is reported as not sent only if the transport is certain', async () => {
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), fc.anything(), async (operationName, isCertain, thrown) => {
      const reason: unknown = isCertain ? new NotSent('It was never sent.') : thrown;
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a transport may reject with anything
      const answer = await ask(operationName, () => Promise.reject(reason));
      expect(answer.kind).toBe(isCertain ? 'not-sent' : 'unclear');
    }),
    { numRuns: 500 },
  );
});

it('any input never throws, and sends nothing that the API does not describe', async () => {
  const loose = fc.record(
    { personId: fc.string(), params: fc.dictionary(fc.string(), fc.string()), body: fc.anything() },
    { requiredKeys: ['personId'] },
  );
  await fc.assert(
    fc.asyncProperty(name, loose, fc.string(), async (operationName, call, idempotencyKey) => {
      const transport = aTransport(() => anAnswer(204, ''));
      const made = { ...call, idempotencyKey } as Parameters<ReturnType<typeof openPipelineApi>['call']>[1];
      const answer = await openPipelineApi(transport).call(operationName, made);
      expect(['not-sent', 'unclear']).toContain(answer.kind);
      for (const { path } of transport.sent) expect(path).toMatch(/^(\/[A-Za-z0-9._-]+)+$/);
    }),
    { numRuns: 1_000 },
  );
});

function ask(operationName: OperationName, send: () => Promise<ReturnType<typeof anAnswer>>) {
  const { params, changes }: ApiOperation = operations[operationName];
  const call = {
    personId: 'ines',
    params: Object.fromEntries(Object.keys(params?.shape ?? {}).map((one) => [one, 'x'])),
    body: bodies[operationName],
    ...(changes && { idempotencyKey: 'k', ifMatch: 1 }),
  } as Parameters<ReturnType<typeof openPipelineApi>['call']>[1];
  return openPipelineApi(aTransport(send)).call(operationName, call);
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
