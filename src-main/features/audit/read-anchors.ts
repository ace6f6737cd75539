import type { Anchor } from '#shared/audit/verify-chain.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';

export type AnchorsByChain = ReadonlyMap<string, readonly Anchor[]>;

type ReadAnchors =
  | { readonly ok: true; readonly anchors: AnchorsByChain }
  | { readonly ok: false; readonly why: string };

/** Of the newest chains every anchor is asked for; of those before, the last one is enough. */
const wholly = 10;

/** What the pipelines' API keeps of this person's chains, from whichever machine they were anchored. */
export async function readAnchors(pipeline: PipelineApi, personId: string): Promise<ReadAnchors> {
  const heads = await pipeline.call('auditChains', { personId });
  if (heads.kind !== 'answered') return { ok: false, why: whyNot(heads) };
  const anchors = new Map(heads.value.anchors.map((head) => [head.chain, [anchorOf(head)]]));
  const newest = [...anchors.keys()].slice(0, wholly);
  const answers = await Promise.all(
    newest.map((chain) => pipeline.call('auditAnchors', { personId, params: { chain } })),
  );
  for (const answer of answers) {
    if (answer.kind !== 'answered') return { ok: false, why: whyNot(answer) };
    const [first] = answer.value.anchors;
    if (first !== undefined) anchors.set(first.chain, answer.value.anchors.map(anchorOf));
  }
  return { ok: true, anchors };
}

function anchorOf({ sequence, hash, anchoredAt }: Anchor): Anchor {
  return { sequence, hash, anchoredAt };
}

function whyNot(
  answer:
    | { readonly kind: 'problem'; readonly problem: { readonly detail: string } }
    | { readonly kind: 'not-sent' | 'unclear'; readonly why: string },
): string {
  return answer.kind === 'problem' ? answer.problem.detail : answer.why;
}
