import type { z } from 'zod';
import { QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { type operations, mostAnchors, mostChains } from '#shared/pipeline-api/operations.ts';
import { keyOf, buildAuditHeadPrefix } from '../extraction/keys.ts';
import { putNew } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem } from '../plain-items.ts';
import { ApiProblem, commit, KeyTaken, type OwnHandler } from './call.ts';

type Head = z.output<(typeof operations)['anchorAudit']['body']>;

/** Heads are only ever added: one that was told stays told, and a chain goes forward from it or nowhere. */
export function anchorAudit(parts: PipelineParts): OwnHandler<Head> {
  return {
    async run(call) {
      const { chain, sequence, hash } = call.body;
      const { sub } = call.caller;
      const [newest] = await listAnchors(parts, { sub, chain, most: 1 });
      if (newest !== undefined && newest.sequence >= sequence) {
        const isSame = newest.sequence === sequence && newest.hash === hash;
        if (!isSame) throw describeConflict(newest);
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

function describeConflict({ chain, sequence, hash, anchoredAt }: StoredAnchor): ApiProblem {
  return new ApiProblem(
    'anchored-otherwise',
    `This chain was anchored up to entry ${sequence} at ${anchoredAt}. That stays: an earlier entry, or another hash of the same one, is not taken, and nothing was added.`,
    { chain, sequence, hash, anchoredAt },
  );
}

/** Callers see only their own chains. */
export function auditChains(parts: PipelineParts): OwnHandler {
  return {
    async run({ caller: { sub } }) {
      return { status: 200, body: { anchors: await listNewestAnchors(parts, { sub, most: mostChains }) } };
    },
  };
}

export function auditAnchors(parts: PipelineParts): OwnHandler {
  return {
    async run({ caller: { sub }, params: { chain = '' } }) {
      const anchors = await listAnchors(parts, { sub, chain, most: mostAnchors });
      if (anchors.length > 0) return { status: 200, body: { anchors } };
      throw new ApiProblem('not-found', 'You have anchored no such chain.');
    },
  };
}

interface StoredAnchor {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly anchoredAt: string;
}

/** Returns the caller's anchors of this chain, newest first. The read is consistent: answers are compared with it. */
function listAnchors(
  parts: PipelineParts,
  { sub, chain, most }: { readonly sub: string; readonly chain: string; readonly most: number },
): Promise<readonly StoredAnchor[]> {
  return query(parts, most, {
    where: 'PK = :caller AND begins_with(SK, :chain)',
    values: { ':caller': `CALLER#${sub}`, ':chain': buildAuditHeadPrefix(chain) },
  });
}

/** The newest anchor of each chain: one read a chain, however many anchors it has. */
async function listNewestAnchors(
  parts: PipelineParts,
  { sub, most }: { readonly sub: string; readonly most: number },
): Promise<readonly StoredAnchor[]> {
  const found: StoredAnchor[] = [];
  let before = 'AUDIT#~';
  while (found.length < most) {
    const [newest] = await query(parts, 1, {
      where: 'PK = :caller AND SK BETWEEN :first AND :before',
      values: { ':caller': `CALLER#${sub}`, ':first': 'AUDIT#', ':before': before },
    });
    if (newest === undefined) break;
    found.push(newest);
    // Its anchors all come after this, and those of every chain before it come before.
    before = buildAuditHeadPrefix(newest.chain);
  }
  return found;
}

async function query(
  parts: PipelineParts,
  most: number,
  { where, values }: { readonly where: string; readonly values: Readonly<Record<string, string>> },
): Promise<readonly StoredAnchor[]> {
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      KeyConditionExpression: where,
      ExpressionAttributeValues: toItem(values),
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: most,
    }),
  );
  return Items.flatMap(parseAnchor);
}

/** One that was written by hand, in another form, is no anchor. */
function parseAnchor(kept: Record<string, AttributeValue>): StoredAnchor[] {
  const { chain, sequence, hash, createdAt } = fromItem(kept);
  if (typeof chain !== 'string' || typeof hash !== 'string' || typeof createdAt !== 'string') return [];
  return [{ chain, sequence: Number(sequence), hash, anchoredAt: createdAt }];
}
