import { invalidValue } from './sqs-errors.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html */
export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

export interface RedriveAllowPolicy {
  readonly redrivePermission: 'allowAll' | 'denyAll' | 'byQueue';
  readonly sourceQueueArns?: readonly string[];
}

const defaultMaxReceiveCount = 10;
const arnPattern = /^arn:[\w-]+:sqs:[\w-]*:\w+:[\w.-]+$/;

/** Strict about what a client sets. Whether the target exists is for the caller to find out. */
export function parseRedrivePolicy(text: string): RedrivePolicy {
  const refuse = (reason: string) => invalidValue(text, 'RedrivePolicy', reason);
  const given = jsonObject(text);
  if (!given) throw refuse('Redrive policy is not a valid JSON map.');
  const unknown = [...given.keys()].find((name) => !redriveNames.has(name));
  if (unknown !== undefined)
    throw refuse(`Only following attributes are supported: [${[...redriveNames].join(', ')}].`);

  const arn = given.get('deadLetterTargetArn');
  if (arn === undefined) {
    throw refuse('Redrive policy does not contain mandatory attribute: deadLetterTargetArn.');
  }
  if (typeof arn !== 'string' || !arnPattern.test(arn))
    throw refuse('Invalid value for deadLetterTargetArn.');
  const count = given.get('maxReceiveCount') ?? defaultMaxReceiveCount;
  const maxReceiveCount = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  if (!isWholeNumber(maxReceiveCount) || maxReceiveCount < 1 || maxReceiveCount > 1_000) {
    throw refuse(
      `Invalid value for maxReceiveCount: ${JSON.stringify(count)}, valid values are from 1 to 1000 both inclusive.`,
    );
  }
  return { deadLetterTargetArn: arn, maxReceiveCount };
}

export function parseRedriveAllowPolicy(text: string): RedriveAllowPolicy {
  const refuse = (reason: string) => invalidValue(text, 'RedriveAllowPolicy', reason);
  const given = jsonObject(text);
  if (!given) throw refuse('Redrive allow policy is not a valid JSON map.');
  const unknown = [...given.keys()].find((name) => !redriveAllowNames.has(name));
  if (unknown !== undefined) {
    throw refuse(`Only following attributes are supported: [${[...redriveAllowNames].join(', ')}].`);
  }
  const permission = permissions.find((one) => one === given.get('redrivePermission'));
  if (permission === undefined) {
    throw refuse(`Invalid value for redrivePermission, valid values are: [${permissions.join(', ')}].`);
  }
  const arns = given.get('sourceQueueArns');
  if (permission !== 'byQueue') {
    if (arns !== undefined) throw refuse('sourceQueueArns can only be specified with byQueue.');
    return { redrivePermission: permission };
  }
  if (!isListOfArns(arns) || arns.length === 0 || arns.length > 10) {
    throw refuse(
      'Invalid value for sourceQueueArns: one to 10 ARNs of queues must be specified with byQueue.',
    );
  }
  return { redrivePermission: permission, sourceQueueArns: arns };
}

const redriveNames = new Set(['deadLetterTargetArn', 'maxReceiveCount']);
const redriveAllowNames = new Set(['redrivePermission', 'sourceQueueArns']);
const permissions = ['allowAll', 'denyAll', 'byQueue'] as const;

function jsonObject(text: string): Map<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return new Map(Object.entries(value));
  } catch {
    return undefined;
  }
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isListOfArns(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && arnPattern.test(one));
}
