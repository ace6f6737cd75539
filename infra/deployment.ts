import {
  type App,
  CfnOutput,
  DefaultStackSynthesizer,
  Fn,
  RemovalPolicy,
  Stack,
  Validations,
  type CfnResource,
} from 'aws-cdk-lib';
import { deploymentNames, deploymentTag, namesByConvention } from '../shared/domain/pipeline-names.ts';
import type { Settings } from './settings.ts';

/** One deployment: a stage's settings, and the names that follow from them. */
export interface Deployment {
  readonly settings: Settings;
  readonly names: ReturnType<typeof namesByConvention>;
  readonly own: ReturnType<typeof deploymentNames>;
  readonly isProduction: boolean;
  /**
   * `uploaded`: the bundles are uploaded under their hashes, as CDK does. `named`: a template names each bundle by its
   * entry, so that it only changes when the deployment does, and the synthesis needs no bundle.
   */
  readonly bundles: 'uploaded' | 'named';
}

export function createDeployment(settings: Settings, bundles: Deployment['bundles']): Deployment {
  return {
    settings,
    names: namesByConvention(settings.stage),
    own: deploymentNames(settings.stage),
    isProduction: settings.environment === 'production',
    bundles,
  };
}

export type StackName =
  | 'database'
  | 'storage'
  | 'processing'
  | 'guardrail'
  | 'api'
  | 'monitoring'
  | 'downloads';

/** Creates an empty stack. It names no account and no region, so a template fits any. */
export function createStack(
  app: App,
  { own, isProduction, bundles, settings }: Deployment,
  name: StackName,
  description: string,
): Stack {
  const stackName = own.stack(name);
  return new Stack(app, stackName, {
    stackName,
    description,
    terminationProtection: isProduction,
    analyticsReporting: false,
    tags: { [deploymentTag]: settings.stage },
    ...(bundles === 'named' && {
      synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
    }),
  });
}

/** Offers a value that no naming convention can tell to other stacks. */
export function exportValue(stack: Stack, id: string, value: string, description: string): void {
  new CfnOutput(stack, id, { value, description, exportName: `${stack.stackName}:${id}` });
}

export function importValue({ own }: Deployment, from: StackName, id: string): string {
  return Fn.importValue(`${own.stack(from)}:${id}`);
}

/** Accepts a finding of cdk-nag on one resource, with the reason. */
export function acknowledge(resource: CfnResource, findings: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(resource).acknowledge({ id: `AwsSolutions-${id}`, reason });
  }
}

/** An ARN of this deployment's account and region. */
export function ownArn(service: string, rest: string): string {
  return Fn.sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${rest}`);
}

/**
 * Data outlives its stack. A deployment that fails takes back what it has just made, because a name that stays taken
 * would stop the next attempt.
 */
export const keepsData = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

export const secondsADay = 86_400;
/** Long enough to look into what a customer reports a few weeks later. */
export const logDays = 30;
