import { deployStacks } from '#local/aws/cloudformation/deploy-stacks.ts';
import { describeStacks, stackResources } from '#local/aws/cloudformation/stacks.ts';
import { AwsError } from '#local/aws/protocol/aws-error.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

export type Resources = Readonly<Record<string, object>>;

interface SentCall {
  readonly service: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Deploys templates into a pocket AWS, and records each call to a service. Lambda and EventBridge are fakes. */
export function aDeployment() {
  const pocket = aPocketAws();
  const { world } = pocket.aws;
  const calls: SentCall[] = [];
  const refusals = new Map<string, AwsError>();
  const conflicts = new Set<string>();
  const call = async (service: string, operation: string, input: object): Promise<unknown> => {
    calls.push({ service, operation, input: structuredClone(input) as SentCall['input'] });
    const refusal = refusals.get(operation);
    if (refusal) throw refusal;
    if (service !== 'lambda' && service !== 'events') return world.call(service, operation, input);
    if (!conflicts.has(operation))
      return operation === 'CreateEventSourceMapping' ? { UUID: 'mapping-1' } : {};
    throw new AwsError('ResourceConflictException', 'It exists already');
  };
  const deployAll = (templates: Readonly<Record<string, object>>, withoutServices: readonly string[] = []) =>
    deployStacks(
      { ...world, call },
      Object.entries(templates).map(([name, template]) => ({ name, template })),
      { withoutServices },
    );
  return {
    ...pocket,
    calls,
    refusals,
    /** Operations of the fakes that find their resource there already. */
    conflicts,
    deployAll,
    /** Deploys one stack of these resources. */
    deploy: (Resources: Resources, more: object = {}) => deployAll({ shop: { Resources, ...more } }),
    /** The calls since this was asked last, as `service:Operation`. Descriptions are left out. */
    takeCalls: () =>
      calls
        .splice(0)
        .filter(({ operation }) => !/^(?:Describe|Get|Head|List)/.test(operation))
        .map(({ service, operation }) => `${service}:${operation}`),
    stacks: () => describeStacks(world),
    resources: () => stackResources(world),
    find: (logicalId: string) => stackResources(world).find((resource) => resource.logicalId === logicalId),
  };
}
