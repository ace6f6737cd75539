import { describe, expect, it } from 'vitest';
import { pipelineFailure } from '#main/pipeline/pipeline-api.ts';
import { failureSchema } from '#shared/contract/result.ts';
import { buildProblem, problemStatus, type ProblemCode } from '#shared/pipeline-api/problem.ts';

const notDone = 'Nothing was reprocessed.';

describe('the message of a failed call', () => {
  it('not sent: says that nothing was done', () => {
    expect(pipelineFailure({ kind: 'not-sent', why: 'Nothing listens there' }, notDone)).toEqual({
      code: 'pipeline-unreachable',
      message:
        'Nothing listens there. Nothing was reprocessed. Check that the pipeline API can be reached, then try again.',
    });
  });

  it('not sent for want of a sign-in: says that one is needed, and that nothing is lost', () => {
    const why = 'Not signed in to the pipeline API now.';
    expect(pipelineFailure({ kind: 'not-sent', why, needsSignIn: true }, notDone)).toEqual({
      code: 'sign-in-expired',
      message: `${why} Nothing was reprocessed. Sign in again, then repeat it; nothing typed is lost.`,
    });
  });

  it('not sent because it cannot be written: says where it is wrong, and not to try again', () => {
    const refusal = pipelineFailure(
      { kind: 'not-sent', why: '"batchId" is no id', unfit: 'batchId' },
      notDone,
    );
    expect(refusal).toMatchObject({ code: 'invalid-input', issues: [{ path: 'batchId' }] });
    expect(refusal.message).toBe('"batchId" is no id. Nothing was reprocessed.');
  });

  it('unclear: never says that nothing was done', () => {
    for (const status of [502, null]) {
      const refusal = pipelineFailure({ kind: 'unclear', why: 'It answered nothing.', status }, notDone);
      expect(refusal).toMatchObject({ code: 'pipeline-unreadable', status: status ?? 0 });
      expect(refusal.message).not.toContain(notDone);
      expect(refusal.message).toContain('Not confirmed whether it was done.');
    }
  });

  it('asks for another sign-in if one has expired', () => {
    for (const code of ['sign-in-expired', 'not-signed-in'] as const) {
      const refusal = pipelineFailure({ kind: 'problem', problem: buildProblem(code, 'x') }, notDone);
      expect(refusal).toMatchObject({
        code: 'sign-in-expired',
        message: expect.stringContaining(notDone) as string,
      });
    }
  });

  it('shows the pipeline’s own reason, what was not done, and what to do', () => {
    const problem = buildProblem('role-required', 'This is for support; you are signed in as reviewer.');
    expect(pipelineFailure({ kind: 'problem', problem }, notDone)).toEqual({
      code: 'pipeline-refused',
      message:
        'The pipeline API refused it. This is for support; you are signed in as reviewer. Nothing was reprocessed. Ask a colleague whose role allows it.',
      problem: 'role-required',
      status: 403,
    });
  });

  it('says whom to ask if all tenants are needed', () => {
    const problem = buildProblem(
      'all-tenants-required',
      'This is for those who see all tenants. Nothing was done.',
    );
    expect(pipelineFailure({ kind: 'problem', problem }, 'Nothing was requeued.')).toMatchObject({
      code: 'pipeline-refused',
      message:
        'The pipeline API refused it. This is for those who see all tenants. Nothing was done. Ask a colleague who sees all tenants.',
      status: 403,
    });
  });

  it('does not say twice that nothing was done', () => {
    const problem = buildProblem('not-found', 'There is no such batch. Nothing was done.');
    const { message } = pipelineFailure({ kind: 'problem', problem }, notDone);
    expect(message.match(/nothing was/gi)).toHaveLength(1);
  });

  it.each(Object.keys(problemStatus) as ProblemCode[])('%s is a failure of the contract', (code) => {
    const refusal = pipelineFailure({ kind: 'problem', problem: buildProblem(code, '') }, notDone);
    expect(failureSchema.safeParse({ ...refusal, reference: 'r' }).error).toBeUndefined();
  });
});
