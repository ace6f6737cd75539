import type { World } from '../../world/world.ts';
import { invalidAddress, queueDoesNotExist } from './sqs-errors.ts';

export function queueUrlOf(world: World, name: string): string {
  return `${world.endpoint}/${world.account}/${name}`;
}

export function queueArnOf(world: World, name: string): string {
  return `arn:aws:sqs:${world.region}:${world.account}:${name}`;
}

/**
 * The name in a queue's address. Only the path counts: a client may know this world by another host than the
 * one that called it. As on AWS, a name alone will do.
 */
export function queueNameIn(world: World, address: string): string {
  const segments = pathOf(address)
    .split('/')
    .filter((segment) => segment !== '');
  const name = segments.at(-1);
  if (name === undefined) throw invalidAddress(address);
  const account = segments.at(-2);
  if (account !== undefined && account !== world.account) throw queueDoesNotExist();
  return name;
}

/** Undefined when it is no queue's ARN, or that of a queue which could not be here. */
export function queueNameInArn(world: World, arn: string): string | undefined {
  const prefix = queueArnOf(world, '');
  const name = arn.slice(prefix.length);
  return arn.startsWith(prefix) && /^[\w-]{1,80}(\.fifo)?$/.test(name) ? name : undefined;
}

function pathOf(address: string): string {
  const afterScheme = address.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return afterScheme.replace(/[?#].*$/, '');
}
