import { describe, expect, it } from 'vitest';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { sandboxPipeline } from '#main/start/embedded-aws.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';

/** Connects the console's client, the sandbox's transport and the pipeline API, with nothing in between. */
async function anApi() {
  const { sandbox, clock } = await aSandbox();
  const { answer } = serveSandbox(sandbox);
  return { sandbox, clock, api: openPipelineApi(sandboxPipeline(answer)) };
}

describe('the pipeline API of the sandbox', { timeout: 60_000 }, () => {
  it('says who the caller is, and makes each requested change once', async () => {
    const { api } = await anApi();
    expect(await api.call('health', { personId: '' })).toMatchObject({
      kind: 'answered',
      value: { status: 'ok' },
    });
    expect(await api.call('me', { personId: 'support' })).toMatchObject({
      kind: 'answered',
      value: { role: 'support' },
    });
    const anchor = {
      personId: 'admin',
      body: { chain: 'chain-1', sequence: 4, hash: 'a'.repeat(64) },
      idempotencyKey: 'key-1',
    };
    const first = await api.call('anchorAudit', anchor);
    expect(first.kind).toBe('answered');
    expect(await api.call('anchorAudit', anchor)).toEqual(first);
    expect(await api.call('anchorAudit', { ...anchor, body: { ...anchor.body, sequence: 5 } })).toMatchObject(
      { kind: 'problem', problem: { code: 'key-reused' } },
    );
  });

  it('refuses in its own words what does not exist, and callers without permission', async () => {
    const { api } = await anApi();
    const call = {
      params: { batchId: 'no-such-batch' },
      body: { documentIds: ['d'] },
      idempotencyKey: 'key-2',
    };
    expect(await api.call('reprocessDocuments', { ...call, personId: 'admin' })).toMatchObject({
      kind: 'problem',
      problem: { code: 'not-found' },
    });
    expect(await api.call('reprocessDocuments', { ...call, personId: 'reviewer' })).toMatchObject({
      kind: 'problem',
      problem: { code: 'role-required' },
    });
    expect(await api.call('reprocessDocuments', { ...call, personId: 'no-such-person' })).toEqual({
      kind: 'not-sent',
      why: 'The sandbox has no person called "no-such-person".',
      needsSignIn: true,
    });
  });

  it('may have made the change if it failed behind the scenes', async () => {
    const { api, sandbox } = await anApi();
    sandbox.aws.world.faults.set([{ id: 'x', kind: 'throttle', service: 'dynamodb' }]);
    const answer = await api.call('anchorAudit', {
      personId: 'admin',
      body: { chain: 'chain-1', sequence: 4, hash: 'a'.repeat(64) },
      idempotencyKey: 'key-3',
    });
    expect(answer).toMatchObject({ kind: 'unclear', status: 503 });
  });
});
