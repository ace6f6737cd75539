import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';

type ResourceType = 'stateMachine' | 'execution' | 'activity';

export function machineArn(world: World, name: string): string {
  return `${prefixOf(world)}:stateMachine:${name}`;
}

export function activityArn(world: World, name: string): string {
  return `${prefixOf(world)}:activity:${name}`;
}

export function executionArn(ofMachine: string, name: string): string {
  return `${ofMachine.replace(':stateMachine:', ':execution:')}:${name}`;
}

/** Refuses what is not the ARN of such a resource. https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
export function checkArn(arn: string, type: ResourceType): void {
  const parts = arn.split(':');
  if (parts[0] !== 'arn' || parts.length < 6) throw invalidArn(`Invalid ARN prefix: ${arn}`);
  const isStates = parts[2] === 'states' && parts[5] !== undefined;
  if (!isStates) throw invalidArn(`Invalid ARN: ${arn}`);
  if (parts[5] !== type) throw invalidArn(`Resource type not valid in this context: ${parts[5]}`);
  const names = type === 'execution' ? 2 : 1;
  const hasNames = parts.length >= 6 + names && parts.slice(6).every((name) => name !== '');
  if (!hasNames) throw invalidArn(`Invalid ARN: ${arn}`);
}

function invalidArn(what: string): AwsError {
  return new AwsError('InvalidArn', `Invalid Arn: '${what}'`);
}

function prefixOf({ region, account }: World): string {
  return `arn:aws:states:${region}:${account}`;
}
