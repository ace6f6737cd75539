import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stackResources } from '../aws/cloudformation/stacks.ts';
import { parseRoleName, rolesCollection, type RoleRecord } from '../aws/iam/access.ts';
import type { PolicyStatement } from '../aws/iam/policy.ts';
import type { World } from '../world/world.ts';

/** Deploys the templates of a folder, unless these very templates are what this world has. */
export async function deployTemplates(world: World, folder: string): Promise<void> {
  const files = await readTemplates(folder);
  const hash = createHash('sha256')
    .update(JSON.stringify(files.map(({ name, text }) => [name, text])))
    .digest('hex');
  const deployed = world.store.collection<string>('host/deployed');
  if (deployed.get('templates') === hash) return;
  // Most openings have nothing to deploy, and need not load what would.
  const { deployStacks } = await import('../aws/cloudformation/deploy-stacks.ts');
  await deployStacks(
    world,
    files.map(({ name, text }) => ({ name, template: JSON.parse(text) as object })),
  );
  recordRoles(world);
  deployed.set('templates', hash);
  world.store.flush();
}

async function readTemplates(folder: string): Promise<readonly { name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.json$/, ''),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

/** Lambda's functions may do what the policies of their roles allow. */
function recordRoles(world: World): void {
  const roles = world.store.collection<RoleRecord>(rolesCollection);
  const policies = stackResources(world, 'AWS::IAM::Policy');
  const known = new Set<string>();
  for (const { physicalId, attributes, properties } of stackResources(world, 'AWS::IAM::Role')) {
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
