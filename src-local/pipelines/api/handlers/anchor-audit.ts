import { ulidAt } from '#shared/domain/ulid.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import type { z } from 'zod';
import { keyOf } from '../../extraction/items/keys.ts';
import { putNew } from '../../extraction/items/conditional-puts.ts';
import type { PipelineParts } from '../../parts.ts';
import { commit } from './commit.ts';
import type { OwnHandler } from './handler.ts';

/** Heads are only ever added: one that was told stays told. */
export function anchorAudit(
  parts: PipelineParts,
): OwnHandler<z.output<(typeof operations)['anchorAudit']['body']>> {
  return {
    async run(call) {
      const { chain, sequence, hash } = call.body;
      const now = parts.now();
      const at = new Date(now).toISOString();
      const answer = { status: 201, body: { anchoredAt: at } };
      const key = keyOf.auditHead(
        call.caller.sub,
        ulidAt(now, () => parts.dice.unit()),
      );
      const head = { ...key, version: 1, createdAt: at, updatedAt: at, chain, sequence, hash };
      await commit(parts, [putNew(parts, head)], call.remembered(answer));
      return answer;
    },
  };
}
