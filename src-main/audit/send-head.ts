import type { PipelineApi } from '../pipeline/pipeline-api.ts';
import type { Anchored, SignedHead } from './anchor-chain.ts';

/** The same head with the same key is one anchor, however often it is sent. */
export async function sendHead(pipeline: PipelineApi, head: SignedHead): Promise<Anchored> {
  const { chain, sequence, hash, person } = head;
  const answer = await pipeline.call('anchorAudit', {
    personId: person,
    body: { chain, sequence, hash },
    idempotencyKey: `audit-${chain}-${sequence}`,
  });
  if (answer.kind === 'answered') return { kind: 'anchored', anchoredAt: answer.value.anchoredAt };
  const why = answer.kind === 'problem' ? answer.problem.detail : answer.why;
  return { kind: 'not-anchored', why };
}
