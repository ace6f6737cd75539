import type { z } from 'zod';
import { QueryCommand, type AttributeValue, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { mostAnchors, mostChains } from '#shared/pipeline-api/activity-calls.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { keyOf, buildAuditHeadPrefix } from '../extraction/keys.ts';
import { putNew } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem } from '../plain-items.ts';
import { isRefused, mostActions, transactInTurn } from '../transact.ts';
import { putActivity, putBatchActivity, sortActions } from './activity.ts';
import { ApiProblem, KeyTaken, type OwnHandler } from './call.ts';

type Told = z.output<(typeof operations)['anchorAudit']['body']>;

/**
 * Heads are only ever added: one that was told stays told, and a chain goes forward from it or nowhere. So are the
 * actions that the caller did by that chain: what was told before is kept as it was.
 */
export function anchorAudit(parts: PipelineParts): OwnHandler<Told> {
  return {
    async run(call) {
      const { chain, sequence, hash, actions } = call.body;
      const { sub } = call.caller;
      const [newest] = await listAnchors(parts, { sub, chain, most: 1 });
      const isKnown = newest !== undefined && newest.sequence >= sequence;
      const isSame = isKnown && newest.sequence === sequence && newest.hash === hash;
      if (isKnown && !isSame) throw describeConflict(newest);
      const at = new Date(parts.now()).toISOString();
      const told = sortActions(parts, call.caller, { chain, actions: actions ?? [] });
      const body = {
        anchoredAt: isKnown ? newest.anchoredAt : at,
        ...(actions !== undefined && { kept: told.keep.length, notKept: told.notKept }),
      };
      const answer = { status: 201, body };
      const key = keyOf.auditHead(sub, chain, sequence);
      const head = { ...key, version: 1, createdAt: at, updatedAt: at, chain, sequence, hash };
      const heads = isKnown ? [] : [putNew(parts, head)];
      const puts = told.keep.map((activity) => putActivity(parts, activity));
      const ofBatches = told.ofBatches.map((activity) => putBatchActivity(parts, activity));
      // These come first, because one transaction has no room for all. After a failure they are told again, and kept once.
      for (let from = 0; from < ofBatches.length; from += mostActions) {
        await writeNew(parts, { first: [], puts: ofBatches.slice(from, from + mostActions) });
      }
      await writeNew(parts, { first: [call.remembered(answer), ...heads], puts });
      return answer;
    },
  };
}

/** Writes what is not there yet. Each attempt leaves out what the one before found to be kept. */
async function writeNew(
  parts: PipelineParts,
  {
    first,
    puts,
  }: { readonly first: readonly TransactWriteItem[]; readonly puts: readonly TransactWriteItem[] },
): Promise<void> {
  let left = puts;
  while (first.length + left.length > 0) {
    const reasons = await transactInTurn(parts, [...first, ...left], { mostAttempts: 20 });
    if (reasons === 'done') return;
    // The same key, or another head, came to this place first; the next attempt of the whole call finds it there.
    if (reasons.slice(0, first.length).some(isRefused)) throw new KeyTaken();
    left = left.filter((_, index) => !isRefused(reasons[first.length + index]));
  }
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
