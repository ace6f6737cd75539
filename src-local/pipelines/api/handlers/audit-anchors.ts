import { mostAnchors, mostChains } from '#shared/pipeline-api/calls/others.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import type { OwnHandler } from './handler.ts';
import { anchorsOf, newestAnchors } from './kept-anchors.ts';

/** A caller is told of their own chains and of nobody else's. */
export function auditChains(parts: PipelineParts): OwnHandler {
  return {
    async run({ caller: { sub } }) {
      return { status: 200, body: { anchors: await newestAnchors(parts, { sub, most: mostChains }) } };
    },
  };
}

export function auditAnchors(parts: PipelineParts): OwnHandler {
  return {
    async run({ caller: { sub }, params: { chain = '' } }) {
      const anchors = await anchorsOf(parts, { sub, chain, most: mostAnchors });
      if (anchors.length > 0) return { status: 200, body: { anchors } };
      throw new ApiProblem('not-found', 'You have anchored no such chain.');
    },
  };
}
