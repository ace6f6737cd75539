import { describe, expect, it } from 'vitest';
import { toRefusal, toTrouble } from '#main/aws/aws-trouble.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { openDoors } from '#main/compose/open-doors.ts';
import { readAnswer } from '#main/pipeline/open-pipeline-api.ts';
import type { PipelineAnswer } from '#main/pipeline/pipeline-api.ts';
import { refused } from '#shared/contract/result.ts';
import type { Role } from '#shared/contract/define.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import { aSession } from '#test/builders/a-session.ts';

const attributes = /GSI2PK|tenantId|lineItems|fields\./;

/** An answer of DynamoDB as the SDK throws it, in the sentence that is shown. */
function validationFailure() {
  const error = Object.assign(
    new Error(
      'One or more parameter values were invalid: Type mismatch for Index Key GSI2PK Expected: S Actual: NULL',
    ),
    { name: 'ValidationException', $metadata: { httpStatusCode: 400 } },
  );
  const target = { operation: 'Query', table: 'extraction', index: 'GSI2' } as const;
  return refused(toRefusal(toTrouble(error), target, 1));
}

const exchanges: Record<string, PipelineAnswer<OperationName>> = {
  'a request that cannot be written': {
    kind: 'not-sent',
    why: '"body corrections.0.lineItems" is not what the API describes, so nothing was sent.',
    unfit: 'body corrections.0.lineItems',
  },
  'an answer in another shape': readAnswer(operations.claimDocument, {
    status: 200,
    headers: {},
    body: JSON.stringify({ document: { claimedBy: 7 } }),
  }) as PipelineAnswer<OperationName>,
  'a refusal of the request': {
    kind: 'problem',
    problem: {
      ...buildProblem('malformed-request', 'fields.total: expected a text. Nothing was done.'),
      errors: [{ at: 'fields.total', problem: 'expected a text' }],
    },
  },
};

function aPage(role: Role, exchange: PipelineAnswer<OperationName> = { kind: 'not-sent', why: 'No.' }) {
  const logged: string[] = [];
  const failing = () => Promise.resolve(validationFailure());
  const closed = refusingDoors('not used');
  const doors = {
    ...closed,
    reader: { ...closed.reader, run: failing, ask: failing, readAgain: failing },
    executions: { ...closed.executions, describe: failing },
    files: { read: failing },
    pipeline: { call: () => Promise.resolve(exchange) },
  };
  const { ofPage } = openDoors({
    access: { of: () => doors as never, tableNames: () => ({}) },
    session: () => aSession({ who: { id: 'teo', name: 'Teo', role, tenants: '*' } }),
    operation: () => 'review.queue',
    spend: () => undefined,
    log: { warn: (_, message) => logged.push(message ?? '') },
  });
  return { page: ofPage(), again: ofPage(), logged };
}

describe('an error that names an attribute', () => {
  it('reaches no reviewer from a read, and its words are in the log', async () => {
    const { page, logged } = aPage('reviewer');
    const answers = [
      await page.reader.run('extraction.documentsToReview', { tenantId: 't', batchId: 'b' }),
      await page.executions.describe('run' as never),
      await page.files.read('documents/t/b/d/x.pdf', 100),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        ok: false,
        failure: { code: 'aws-refused', service: 'DynamoDB', name: 'ValidationException' },
      });
      expect(JSON.stringify(answer)).not.toMatch(attributes);
      expect(JSON.stringify(answer)).toContain('Try again');
    }
    expect(logged).toHaveLength(answers.length);
    for (const message of logged) expect(message).toContain('GSI2PK');
  });

  it.each(Object.entries(exchanges))('reaches no reviewer from %s', async (_, exchange) => {
    expect(JSON.stringify(exchange)).toMatch(attributes);
    const { page, logged } = aPage('reviewer', exchange);
    const answer = await page.pipeline.call('claimDocument', { personId: 'teo' });
    expect(answer.kind).toBe(exchange.kind);
    expect(JSON.stringify(answer)).not.toMatch(attributes);
    expect(logged.join()).toMatch(attributes);
  });

  it.each(['support', 'admin'] as const)('is shown to %s, who can act on it', async (role) => {
    const { page, logged } = aPage(role);
    expect(
      JSON.stringify(await page.reader.run('extraction.documentsToReview', { tenantId: 't', batchId: 'b' })),
    ).toContain('GSI2PK');
    expect(logged).toEqual([]);
  });

  it('leaves other answers as they are, and the same API the same object', async () => {
    const { page, again } = aPage('reviewer', {
      kind: 'problem',
      problem: buildProblem('not-twice-by-you', 'You have given an opinion.'),
    });
    expect(await page.pipeline.call('claimDocument', { personId: 'teo' })).toMatchObject({
      problem: { detail: 'You have given an opinion.' },
    });
    expect(page.pipeline).toBe(again.pipeline);
    expect(await page.queues.configured()).toMatchObject({ failure: { code: 'aws-unreachable' } });
  });
});
