import { Fn } from 'aws-cdk-lib';
import type { Connection } from '../shared/domain/connection.ts';
import type { Deployment } from './deployment.ts';

/**
 * Returns a deployment's entry for connections.json as a template's text. Names need not be in it, because they follow
 * from the stage; they are there so that a person finds them.
 */
export function describeConnection({ settings, names }: Deployment, baseUrl: string): string {
  const { stage, environment, signIn } = settings;
  const { extraction, downloads } = names;
  const connection: Connection = {
    id: stage,
    name: `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`,
    environment,
    stage,
    aws: {
      region: '${AWS::Region}',
      accountId: '${AWS::AccountId}',
      profile: { fromEnvironment: true },
    },
    pipelineApi: {
      baseUrl,
      auth:
        signIn.kind === 'iam'
          ? { kind: 'sigv4' }
          : { kind: 'oidc', issuer: signIn.issuer, clientId: signIn.clientId },
    },
    extraction,
    downloads: { jobsTable: downloads.jobsTable, batchesTable: downloads.batchesTable },
  };
  return Fn.sub(JSON.stringify(connection));
}
