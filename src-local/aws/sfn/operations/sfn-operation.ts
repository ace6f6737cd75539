import { AwsError } from '../../protocol/aws-error.ts';
import { bindOperation } from '../../protocol/operation.ts';
import { integer, string, list, required, structure } from '../../protocol/shapes.ts';
import type { MachineRecord, Tag } from '../execution-records.ts';
import type { Engine } from '../step-functions-engine.ts';

export const operation = bindOperation<Engine>();

/** AWS JSON writes times as seconds. */
export function seconds(milliseconds: number): number {
  return milliseconds / 1_000;
}

export const arnShape = string({ min: 1, max: 256 });
export const nameShape = string({ min: 1, max: 80 });
export const maxResults = integer({ min: 0, max: 1_000 });
export const pageToken = string({ min: 1, max: 1_024 });
/** KMS keys are not part of this world, so only the data itself can be left out. */
export const includedData = string({ oneOf: ['ALL_DATA', 'METADATA_ONLY'] });

/** "Each pagination token expires after 24 hours." */
const tokenLives = 24 * 3_600_000;
const usualPage = 100;

interface Query {
  readonly maxResults?: number | undefined;
  readonly nextToken?: string | undefined;
}

/**
 * A page of a sorted list. The token holds the key of the last entry, and what was asked for: the same question
 * goes on behind that entry, whatever has come before it since.
 */
export function takePage<T>(
  all: readonly T[],
  query: Query,
  how: { readonly key: (item: T) => string | number; readonly question: string; readonly now: number },
): { items: readonly T[]; nextToken?: string } {
  const size = query.maxResults || usualPage;
  const start = query.nextToken === undefined ? 0 : startAfter(all, query.nextToken, how);
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  if (last === undefined || start + size >= all.length) return { items };
  const token = JSON.stringify([how.question, how.now, how.key(last), start + size]);
  return { items, nextToken: Buffer.from(token).toString('base64') };
}

function startAfter<T>(
  all: readonly T[],
  token: string,
  how: { readonly key: (item: T) => string | number; readonly question: string; readonly now: number },
): number {
  const parts = tryParseJson(Buffer.from(token, 'base64').toString('utf8'));
  if (!Array.isArray(parts)) throw invalidToken();
  const [question, time, key, position]: unknown[] = parts;
  const isOurs = question === how.question && typeof time === 'number' && typeof position === 'number';
  if (!isOurs || how.now - time > tokenLives) throw invalidToken();
  const at = all.findIndex((item) => how.key(item) === key);
  return at === -1 ? position : at + 1;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function invalidToken(): AwsError {
  return new AwsError('InvalidToken', "Invalid Token: 'Invalid token'");
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_Tag.html */
export const tags = list(structure({ key: string({ min: 1, max: 128 }), value: string({ max: 256 }) }));

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const mostTags = 50;

export function withTags(
  old: readonly Tag[],
  more: readonly { key?: string; value?: string }[],
  resourceName: string,
): Tag[] {
  const all = new Map(old.map(({ key, value }) => [key, value]));
  for (const { key, value } of more) if (key !== undefined) all.set(key, value ?? '');
  if (all.size > mostTags) {
    const message = `Too many tags: ${resourceName} may have ${mostTags}`;
    throw new AwsError('TooManyTags', message, { fields: { resourceName } });
  }
  return [...all].map(([key, value]) => ({ key, value }));
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ resourceArn: required(arnShape), tags: required(tags) }),
  run(engine, input) {
    const { resource, keep } = find(engine, input.resourceArn);
    resource.tags = withTags(resource.tags, input.tags, input.resourceArn);
    keep();
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({
    resourceArn: required(arnShape),
    tagKeys: required(list(string({ min: 1, max: 128 }))),
  }),
  run(engine, input) {
    const { resource, keep } = find(engine, input.resourceArn);
    resource.tags = resource.tags.filter(({ key }) => !input.tagKeys.includes(key));
    keep();
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListTagsForResource.html */
export const listTagsForResource = operation({
  name: 'ListTagsForResource',
  input: structure({ resourceArn: required(arnShape) }),
  run: (engine, input) => ({ tags: find(engine, input.resourceArn).resource.tags }),
});

function find(engine: Engine, resourceArn: string): { resource: MachineRecord; keep: () => void } {
  const resource = engine.machines.get(resourceArn) ?? refuse(resourceArn);
  return { resource, keep: () => engine.machines.set(resourceArn, resource) };
}

function refuse(resourceArn: string): never {
  if (!resourceArn.startsWith('arn:')) {
    throw new AwsError('InvalidArn', `Invalid Arn: 'Invalid ARN prefix: ${resourceArn}'`);
  }
  throw new AwsError('ResourceNotFound', `Resource not found: '${resourceArn}'`, {
    fields: { resourceName: resourceArn },
  });
}
