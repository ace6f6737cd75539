import { createHash } from 'node:crypto';
import type { ResourceRecord } from '../aws/cloudformation/stacks.ts';
import type { StackTemplate } from '../aws/cloudformation/template.ts';
import { parseRoleName, rolesCollection, type RoleRecord } from '../aws/iam/access.ts';
import type { PolicyStatement } from '../aws/iam/policy.ts';
import type { Collection } from '../journal/store.ts';
import type { World } from '../world/world.ts';

/**
 * Makes the stacks of the world what the templates say, by default those of the pipelines. The engine is loaded only
 * when they differ from those that were deployed last.
 */
export async function deployTemplates(world: World, given?: readonly StackTemplate[]): Promise<void> {
  const templates = given ?? (await import('./sandbox-templates.ts')).sandboxTemplates;
  const hash = createHash('sha256').update(JSON.stringify(templates)).digest('hex');
  const deployed = openDeployed(world);
  if (deployed.get('templates') === hash) return;
  const [{ deployStacks }, { stackResources }] = await Promise.all([
    import('../aws/cloudformation/deploy-stacks.ts'),
    import('../aws/cloudformation/stacks.ts'),
  ]);
  await deployStacks(world, templates);
  recordRoles(world, (type) => stackResources(world, type));
  deployed.set('templates', hash);
  world.store.flush();
}

/** Whether the world has the stacks of some templates already. */
export function isDeployed(world: World): boolean {
  return openDeployed(world).has('templates');
}

function openDeployed({ store }: World): Collection<string> {
  return store.collection('host/deployed');
}

/** Lambda's functions may do what the policies of their roles allow. */
function recordRoles(world: World, list: (type: string) => readonly ResourceRecord[]): void {
  const roles = world.store.collection<RoleRecord>(rolesCollection);
  const policies = list('AWS::IAM::Policy');
  const known = new Set<string>();
  for (const { physicalId, attributes, properties } of list('AWS::IAM::Role')) {
    const roleArn = String(attributes['Arn']);
    const { Policies = [] } = properties as { Policies?: readonly PolicyResource[] };
    const attached = policies
      .map(
        (policy) => policy.properties as unknown as PolicyResource & { readonly Roles?: readonly string[] },
      )
      .filter(({ Roles = [] }) => Roles.includes(physicalId));
    const statements = [...Policies, ...attached].flatMap(({ PolicyDocument }) =>
      toList(PolicyDocument.Statement).map(toStatement),
    );
    const role = parseRoleName(roleArn);
    roles.set(role, { roleArn, statements });
    known.add(role);
  }
  for (const role of roles.keys()) if (!known.has(role)) roles.delete(role);
}

interface PolicyResource {
  readonly PolicyDocument: { readonly Statement: WrittenStatement | readonly WrittenStatement[] };
}

/** A list of one may be written as its member. */
interface WrittenStatement extends Pick<PolicyStatement, 'Effect' | 'Condition'> {
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

function toStatement({ Effect, Action, Resource, Condition }: WrittenStatement): PolicyStatement {
  const lists = { Effect, Action: toList(Action), Resource: toList(Resource) };
  return Condition ? { ...lists, Condition } : lists;
}

function toList<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
