import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import type { Identity, Properties } from './resource-type.ts';

/** Stacks are stored as they were deployed last. A record is replaced, never changed in place. */
export interface StackRecord {
  readonly name: string;
  readonly id: string;
  readonly status: 'DEPLOYING' | 'DEPLOYED' | 'STOPPED';
  /** Says why the last deployment stopped. */
  readonly reason?: string;
  readonly description?: string;
  /** A hash of the template, its parameters and the place. An equal one has nothing to deploy. */
  readonly hash: string;
  readonly outputs: readonly OutputRecord[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface OutputRecord {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
  readonly exportName?: string;
}

export interface ResourceRecord extends Identity {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Properties;
  /** Counts upwards in the order in which resources were made, over all stacks. */
  readonly order: number;
  readonly deletionPolicy: 'Delete' | 'Retain';
  /** The resource exists in its service. Others exist only here. */
  readonly isMade: boolean;
}

/** The stacks and the resources in them, in two collections: a resource is stored as soon as it is made. */
export interface StackStore {
  readonly stacks: Collection<StackRecord>;
  readonly resources: Collection<ResourceRecord>;
}

export function openStackStore({ store }: Pick<World, 'store'>): StackStore {
  return {
    stacks: store.collection('cloudformation/stacks'),
    resources: store.collection('cloudformation/resources'),
  };
}

export function nameResource(stack: string, logicalId: string): string {
  return `${stack}/${logicalId}`;
}

/** Lists the stacks by name, as `aws cloudformation describe-stacks` does. */
export function describeStacks(world: Pick<World, 'store'>): readonly StackRecord[] {
  return [...openStackStore(world).stacks.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

/** Lists the resources of all stacks, or those of one type, in the order in which they were made. */
export function stackResources(world: Pick<World, 'store'>, type?: string): readonly ResourceRecord[] {
  return [...openStackStore(world).resources.values()]
    .filter((resource) => type === undefined || resource.type === type)
    .toSorted((one, other) => one.order - other.order);
}
