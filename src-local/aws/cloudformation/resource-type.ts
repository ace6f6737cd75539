import { createHash } from 'node:crypto';
import { AwsError } from '../protocol/aws-error.ts';
import type { PropertyShape } from './property-shapes.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** The account and the region that stacks are in. */
export interface Place {
  readonly account: string;
  readonly region: string;
  readonly endpoint: string;
}

/** A resource as a template wants it. */
export interface Wanted extends Place {
  readonly stack: string;
  readonly logicalId: string;
  readonly properties: Properties;
}

/** `Ref` gives the physical id, `Fn::GetAtt` an attribute. */
export interface Identity {
  readonly physicalId: string;
  readonly attributes: Properties;
}

export type WantedResource = Wanted & Identity;

/** Calls a service by the operations that clients use, too. */
export type CallService = (service: string, operation: string, input: object) => Promise<unknown>;

export interface ResourceType {
  readonly properties: Readonly<Record<string, PropertyShape>>;
  readonly required?: readonly string[];
  /** CloudFormation replaces a resource to change these. A change is refused here, as it could lose data. */
  readonly fixed?: readonly string[];
  /** These have no effect here and are only kept with the stack, where others can read them. */
  readonly kept?: readonly string[];
  readonly attributes?: readonly string[];
  /**
   * Names the resource before it is made. Names that a template leaves open follow from the stack. A resource that
   * is there already has a previous identity.
   */
  readonly identify: (wanted: Wanted, previous?: Identity) => Identity;
  /** A type without an engine is only kept with the stack. */
  readonly engine?: Engine;
}

interface Engine {
  readonly service: string;
  /** Makes the resource, or takes over one of this name. Returns an identity that only its service can give. */
  readonly make: (call: CallService, wanted: WantedResource) => Promise<Identity | void>;
  /** Returns an identity where the change has made another one. */
  readonly change: (
    call: CallService,
    wanted: WantedResource,
    before: Properties,
  ) => Promise<Identity | void>;
  readonly remove: (call: CallService, made: MadeResource) => Promise<void>;
}

export type MadeResource = Identity & Place & { readonly properties: Properties };

/** CloudFormation's own form for a name that the template leaves open: stack, logical id, and letters. */
export function generateName({ stack, logicalId, account, region }: Wanted, longest = 64): string {
  const tail = hashText(`${account}/${region}/${stack}/${logicalId}`).slice(0, 12).toUpperCase();
  const room = longest - tail.length - 2;
  const stackPart = stack.slice(0, Math.max(1, room - Math.min(logicalId.length, Math.ceil(room / 2))));
  return `${stackPart}-${logicalId.slice(0, room - stackPart.length)}-${tail}`;
}

/** Returns an id that a service would have drawn. It follows from the resource, so that no dice are needed. */
export function generateUuid(wanted: Wanted): string {
  const { account, region, stack, logicalId } = wanted;
  const hex = hashText(`${account}/${region}/${stack}/${logicalId}/uuid`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function generateId(wanted: Wanted, length: number): string {
  return generateUuid(wanted).replaceAll('-', '').slice(0, length);
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function readText(properties: Properties, name: string): string | undefined {
  const value = properties[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the answer, or undefined if the service refuses with one of these codes. */
export async function callUnlessRefused(
  codes: readonly string[],
  answer: Promise<unknown>,
): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AwsError && codes.includes(error.name)) return undefined;
    throw error;
  }
}

/** Returns only these properties, and only those that have a value. */
export function pick(properties: Properties, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => properties[name] !== undefined).map((name) => [name, properties[name]]),
  );
}

/** Returns the properties without these. */
export function omit(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export const tagsShape: PropertyShape = [{ Key: 'text', Value: 'text' }];

export function readTags(properties: Properties): readonly Tag[] {
  return (properties['Tags'] as readonly Tag[] | undefined) ?? [];
}

/** Returns the tags to set and the keys to remove. */
export function compareTags(
  before: Properties,
  after: Properties,
): { readonly set: readonly Tag[]; readonly remove: readonly string[] } {
  const old = new Map(readTags(before).map(({ Key, Value }) => [Key, Value]));
  const set = readTags(after).filter(({ Key, Value }) => old.get(Key) !== Value);
  const stays = new Set(readTags(after).map(({ Key }) => Key));
  return { set, remove: [...old.keys()].filter((key) => !stays.has(key)) };
}

export function toTagMap(tags: readonly Tag[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}
