/** What a Task's Resource names. https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html */
export type Resource = FunctionResource | ActivityResource | ServiceResource;

export interface FunctionResource {
  readonly kind: 'function';
  readonly arn: string;
  readonly name: string;
}

export interface ActivityResource {
  readonly kind: 'activity';
  readonly arn: string;
}

export interface ServiceResource {
  readonly kind: 'service';
  /** As the world knows it; `lambda` stands for the local functions. */
  readonly service: string;
  readonly action: string;
  /** `aws-sdk:dynamodb` rather than AWS's own integration `dynamodb`. */
  readonly isSdk: boolean;
  readonly waitsForToken: boolean;
  /** The two halves of the name in events. */
  readonly resourceType: string;
  readonly resource: string;
}

/** Undefined for what there is not in this small AWS. */
export function resourceOf(arn: string): Resource | undefined {
  const name = functionName(arn);
  if (name !== undefined) return { kind: 'function', arn, name };
  if (/^arn:aws[a-z-]*:states:[^:]*:\d*:activity:[^:]+$/.test(arn)) return { kind: 'activity', arn };
  return serviceResourceOf(arn);
}

export function waitsForToken(resource: Resource): boolean {
  return resource.kind === 'service' && resource.waitsForToken;
}

/** The function that a name, a partial or a full ARN means; a version or alias behind it makes no difference here. */
export function functionName(arn: string): string | undefined {
  return /^arn:aws[a-z-]*:lambda:[^:]*:\d*:function:([A-Za-z0-9_-]+)(?::[A-Za-z0-9_$-]+)?$/.exec(arn)?.[1];
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/integrate-optimized.html */
const optimised: Readonly<Record<string, readonly string[]>> = {
  lambda: ['invoke', 'invoke.waitForTaskToken'],
  sqs: ['sendMessage', 'sendMessage.waitForTaskToken'],
  dynamodb: ['getItem', 'putItem', 'updateItem', 'deleteItem'],
};

/** https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html */
const throughSdk = new Set(['dynamodb', 'sqs', 'cloudwatch']);

const pattern =
  /^arn:aws[a-z-]*:states:[^:]*:\d*:(aws-sdk:)?([a-z0-9-]+):(([A-Za-z]+)(\.waitForTaskToken)?)$/;

function serviceResourceOf(arn: string): ServiceResource | undefined {
  const match = pattern.exec(arn);
  const [, sdk, service, resource, action, waits] = match ?? [];
  if (service === undefined || resource === undefined || action === undefined) return undefined;
  const isKnown = sdk
    ? throughSdk.has(service)
    : Object.hasOwn(optimised, service) && optimised[service]?.includes(resource);
  if (!isKnown) return undefined;
  return {
    kind: 'service',
    service,
    action,
    isSdk: sdk !== undefined,
    waitsForToken: waits !== undefined,
    resourceType: sdk ? `aws-sdk:${service}` : service,
    resource,
  };
}
