import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import { connectionSchema, type Connection } from '../shared/domain/connection.ts';
import { deploymentNames } from '../shared/domain/pipeline-names.ts';

/** Reads a deployment's entry for connections.json from the outputs of its API's stack. */
export async function readConnection(stage: string, profile?: string): Promise<Connection> {
  const StackName = deploymentNames(stage).stack('api');
  const { Stacks: [stack] = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName }),
  );
  const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'Connection')?.OutputValue;
  if (value === undefined) throw new Error(`The stack ${StackName} has no output "Connection"`);
  return parseConnection(value, profile);
}

/** The profile is that of the person who connects, so the deployment knows none. */
export function parseConnection(output: string, profile?: string): Connection {
  const { data, error } = connectionSchema.safeParse(JSON.parse(output));
  if (error) throw new Error(`The output "Connection" is no entry: ${z.prettifyError(error)}`);
  return profile === undefined ? data : { ...data, aws: { ...data.aws, profile } };
}
