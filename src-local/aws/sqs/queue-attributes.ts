import { invalidAttributeName, invalidAttributeValue, invalidValue, unknownAttribute } from './sqs-errors.ts';

/** Attributes are text, as in the API. Names come from the tables below, never from a client. */
export type QueueAttributes = Readonly<Record<string, string>>;

interface Rule {
  readonly onlyFifo?: true;
  /** The refusal on a standard queue, where it has words of its own. */
  readonly refuse?: (name: string) => Error;
  /** Returns the value as it is stored, or undefined if it is not allowed. */
  readonly read: (value: string) => string | undefined;
  readonly byDefault?: string;
  /** Empty text removes the attribute. */
  readonly removable?: true;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['DelaySeconds', { read: wholeNumber(0, 900), byDefault: '0' }],
  ['MaximumMessageSize', { read: wholeNumber(1_024, 1_048_576), byDefault: '1048576' }],
  ['MessageRetentionPeriod', { read: wholeNumber(60, 1_209_600), byDefault: '345600' }],
  ['ReceiveMessageWaitTimeSeconds', { read: wholeNumber(0, 20), byDefault: '0' }],
  ['VisibilityTimeout', { read: wholeNumber(0, 43_200), byDefault: '30' }],
  // These are only stored and returned: a policy has no one to keep out here, and nothing is encrypted.
  ['Policy', { read: json, removable: true }],
  ['KmsMasterKeyId', { read: (value) => value, removable: true }],
  ['KmsDataKeyReusePeriodSeconds', { read: wholeNumber(60, 86_400) }],
  ['SqsManagedSseEnabled', { read: allowValues('true', 'false'), byDefault: 'true' }],
  ['RedrivePolicy', { read: (value) => JSON.stringify(parseRedrivePolicy(value)), removable: true }],
  [
    'RedriveAllowPolicy',
    { read: (value) => JSON.stringify(parseRedriveAllowPolicy(value)), removable: true },
  ],
  ['FifoQueue', { read: allowValues('true', 'false'), onlyFifo: true }],
  ['ContentBasedDeduplication', { read: allowValues('true', 'false'), onlyFifo: true, byDefault: 'false' }],
  [
    'DeduplicationScope',
    {
      read: allowValues('queue', 'messageGroup'),
      onlyFifo: true,
      refuse: refuseWithoutFifo,
      byDefault: 'queue',
    },
  ],
  [
    'FifoThroughputLimit',
    {
      read: allowValues('perQueue', 'perMessageGroupId'),
      onlyFifo: true,
      refuse: refuseWithoutFifo,
      byDefault: 'perQueue',
    },
  ],
]);

export const settableAttributes: ReadonlySet<string> = new Set(rules.keys());

export function defaultAttributes(isFifo: boolean): QueueAttributes {
  const attributes: Record<string, string> = isFifo ? { FifoQueue: 'true' } : {};
  for (const [name, rule] of rules) {
    if (rule.byDefault !== undefined && (isFifo || !rule.onlyFifo)) attributes[name] = rule.byDefault;
  }
  return attributes;
}

/**
 * Checks each value that a client sets and returns it in its stored form. An empty value removes the attribute.
 */
export function readAttributes(given: Readonly<Record<string, string>>, isFifo: boolean): QueueAttributes {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const rule = rules.get(name);
    if (!rule) throw unknownAttribute(name);
    if (rule.onlyFifo && !isFifo) throw rule.refuse?.(name) ?? unknownAttribute(name);
    const read = rule.removable && value === '' ? '' : rule.read(value);
    if (read === undefined) throw invalidAttributeValue(name);
    attributes[name] = read;
  }
  return attributes;
}

/** Returns the attributes with the changes, and refuses combinations that are not allowed. */
export function withChanges(attributes: QueueAttributes, changes: QueueAttributes): QueueAttributes {
  const next = Object.fromEntries(
    Object.entries({ ...attributes, ...changes }).filter(([, value]) => value !== ''),
  );
  if (next['KmsMasterKeyId'] !== undefined) {
    if (changes['SqsManagedSseEnabled'] === 'true') throw invalidAttributeName(twoEncryptions);
    next['SqsManagedSseEnabled'] = 'false';
    next['KmsDataKeyReusePeriodSeconds'] ??= '300';
  } else if (changes['KmsMasterKeyId'] === '') {
    // The time for which a key is reused means nothing without a key.
    delete next['KmsDataKeyReusePeriodSeconds'];
  }
  if (next['FifoThroughputLimit'] === 'perMessageGroupId' && next['DeduplicationScope'] !== 'messageGroup') {
    throw invalidAttributeValue(
      'FifoThroughputLimit',
      'perMessageGroupId is allowed only when the value for DeduplicationScope is messageGroup.',
    );
  }
  return next;
}

const twoEncryptions =
  'You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.';

function refuseWithoutFifo(name: string): Error {
  return invalidAttributeName(`You can specify the ${name} only when FifoQueue is set to true.`);
}

function wholeNumber(min: number, max: number): Rule['read'] {
  return (value) => {
    const number = Number(value);
    return /^\d{1,9}$/.test(value) && number >= min && number <= max ? String(number) : undefined;
  };
}

function allowValues(...values: string[]): Rule['read'] {
  return (value) => (values.includes(value) ? value : undefined);
}

function json(value: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a queue's attributes in the form that message operations need: milliseconds, numbers, parsed
 * policies.
 */
export interface QueueSettings {
  readonly isFifo: boolean;
  readonly delay: number;
  readonly maximumSize: number;
  readonly retention: number;
  readonly receiveWait: number;
  readonly visibilityTimeout: number;
  readonly contentBasedDeduplication: boolean;
  readonly deduplicationScope: 'queue' | 'messageGroup';
  readonly redrive: RedrivePolicy | undefined;
}

export function toQueueSettings(attributes: QueueAttributes): QueueSettings {
  const number = (name: string): number => Number(attributes[name]);
  const redrive = attributes['RedrivePolicy'];
  return {
    isFifo: attributes['FifoQueue'] === 'true',
    delay: number('DelaySeconds') * 1000,
    maximumSize: number('MaximumMessageSize'),
    retention: number('MessageRetentionPeriod') * 1000,
    receiveWait: number('ReceiveMessageWaitTimeSeconds') * 1000,
    visibilityTimeout: number('VisibilityTimeout') * 1000,
    contentBasedDeduplication: attributes['ContentBasedDeduplication'] === 'true',
    deduplicationScope: attributes['DeduplicationScope'] === 'messageGroup' ? 'messageGroup' : 'queue',
    redrive: redrive === undefined ? undefined : parseRedrivePolicy(redrive),
  };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html */
interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

interface RedriveAllowPolicy {
  readonly redrivePermission: 'allowAll' | 'denyAll' | 'byQueue';
  readonly sourceQueueArns?: readonly string[];
}

const defaultMaxReceiveCount = 10;
const arnPattern = /^arn:[\w-]+:sqs:[\w-]*:\w+:[\w.-]+$/;

/** Checks strictly. The caller checks whether the target exists. */
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
