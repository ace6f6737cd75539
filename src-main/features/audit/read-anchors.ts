import type { Anchor } from '#shared/audit/verify-chain.ts';
import { chainSchema } from '#shared/pipeline-api/words.ts';
import { pidOf } from '../../audit/chain-name.ts';
import { slotsOf } from '../../aws/slots.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import { hasProcess } from './audit-folder.ts';

export type AnchorsByChain = ReadonlyMap<string, readonly Anchor[]>;

export interface ReadAnchors {
  readonly anchors: AnchorsByChain;
  /** Why something was not compared; null: everything was. */
  readonly notCompared: string | null;
}

interface Asked {
  readonly pipeline: PipelineApi;
  readonly connectionId: string;
  readonly personId: string;
  /** Every chain of this folder, the newest first. */
  readonly here: readonly string[];
}

/** Of the newest chains every anchor is asked for; of those before, the last one is enough. */
const wholly = 10;
/** A folder may have thousands of chains: the next look goes on where this one has ended. */
const mostInALook = 200;
const mostAtOnce = 8;

/**
 * What the pipeline API keeps of this person's chains, from whichever machine they were anchored. It lists the newest
 * alone, and whoever may anchor can push a chain out of that list: what is here and not in it is asked for by its name.
 */
export function anchorReader(isRunning = hasProcess): (asked: Asked) => Promise<ReadAnchors> {
  /** Of chains that have ended, which nobody anchors any more. */
  const known = new Map<string, readonly Anchor[]>();

  return async ({ pipeline, connectionId, personId, here }) => {
    const heads = await pipeline.call('auditChains', { personId });
    if (heads.kind !== 'answered') return { anchors: new Map(), notCompared: whyNot(heads) };
    const anchors = new Map<string, readonly Anchor[]>(
      heads.value.anchors.map((head) => [head.chain, [anchorOf(head)]]),
    );
    const newest = [...anchors.keys()].slice(0, wholly);
    const keyOf = (chain: string): string => JSON.stringify([connectionId, personId, chain]);
    // A file may be called as no chain can be.
    const unlisted = here.filter((chain) => !anchors.has(chain) && chainSchema.safeParse(chain).success);
    const unknown = unlisted.filter((chain) => !known.has(keyOf(chain)));
    let failure: string | null = null;

    async function ask(chain: string): Promise<void> {
      // An API that has just failed is left alone.
      if (failure !== null) return;
      const answer = await pipeline.call('auditAnchors', { personId, params: { chain } });
      const isNone = answer.kind === 'problem' && answer.problem.code === 'not-found';
      if (answer.kind !== 'answered' && !isNone) failure ??= whyNot(answer);
      else {
        const kept = answer.kind === 'answered' ? answer.value.anchors : [];
        const own = kept.filter((one) => one.chain === chain).map(anchorOf);
        if (own.length > 0) anchors.set(chain, own);
        if (!isRunning(pidOf(chain))) known.set(keyOf(chain), own);
      }
    }

    const slots = slotsOf(mostAtOnce);
    const wanted = [...newest, ...unknown.slice(0, mostInALook)];
    await Promise.all(wanted.map((chain) => slots.run(() => ask(chain))));
    for (const chain of unlisted) {
      const kept = known.get(keyOf(chain)) ?? [];
      if (kept.length > 0) anchors.set(chain, kept);
    }
    return { anchors, notCompared: failure ?? stillToAsk(unknown.length - mostInALook) };
  };
}

function stillToAsk(left: number): string | null {
  if (left <= 0) return null;
  return `${left} older ${left === 1 ? 'chain is' : 'chains are'} still to be asked for, ${mostInALook} at a time. Read again to go on.`;
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
