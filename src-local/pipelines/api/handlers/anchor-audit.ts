import type { operations } from '#shared/pipeline-api/operations.ts';
import type { z } from 'zod';
import { keyOf } from '../../extraction/items/keys.ts';
import { putNew } from '../../extraction/items/conditional-puts.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { commit } from './commit.ts';
import { KeyTaken, type OwnHandler } from './handler.ts';
import { anchorsOf, type KeptAnchor } from './kept-anchors.ts';

type Head = z.output<(typeof operations)['anchorAudit']['body']>;

/** Heads are only ever added: one that was told stays told, and a chain goes forward from it or nowhere. */
export function anchorAudit(parts: PipelineParts): OwnHandler<Head> {
  return {
    async run(call) {
      const { chain, sequence, hash } = call.body;
      const { sub } = call.caller;
      const [newest] = await anchorsOf(parts, { sub, chain, most: 1 });
      if (newest !== undefined && newest.sequence >= sequence) {
        const isSame = newest.sequence === sequence && newest.hash === hash;
        if (!isSame) throw otherwise(newest);
        const answer = { status: 201, body: { anchoredAt: newest.anchoredAt } };
        await commit(parts, [], call.remembered(answer));
        return answer;
      }
      const at = new Date(parts.now()).toISOString();
      const answer = { status: 201, body: { anchoredAt: at } };
      const key = keyOf.auditHead(sub, chain, sequence);
      const head = { ...key, version: 1, createdAt: at, updatedAt: at, chain, sequence, hash };
      const done = await commit(parts, [putNew(parts, head)], call.remembered(answer));
      // Another one came to this place first; the next attempt finds it there.
      if (done === 'lost') throw new KeyTaken();
      return answer;
    },
  };
}

function otherwise({ chain, sequence, hash, anchoredAt }: KeptAnchor): ApiProblem {
  return new ApiProblem(
    'anchored-otherwise',
    `This chain was anchored up to entry ${sequence} at ${anchoredAt}. That stays: an earlier entry, or another hash of the same one, is not taken, and nothing was added.`,
    { chain, sequence, hash, anchoredAt },
  );
}
