import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';
import { roleSchema } from '../shared/contract/define.ts';
import { ulidAt } from '../shared/domain/id-forms.ts';
import { idSchema, shareSchema } from '../shared/pipeline-api/operation.ts';
import { keyOf } from '../src-pipelines/extraction/keys.ts';
import { toStoredWorkflow, toStoredWorkflowEvent } from '../src-pipelines/extraction/stored-items.ts';
import type { PlainItem } from '../src-pipelines/plain-items.ts';

const name = z.string().trim().min(1).max(200);

/** A tenant with one project, one workflow and, if it is given, one person. Each key is an option of the command. */
const firstTenantSchema = z.strictObject({
  stage: name,
  tenant: idSchema,
  name,
  plan: name.default('starter'),
  project: idSchema,
  projectName: name.optional(),
  workflow: idSchema,
  workflowName: name.optional(),
  /** Each is a name and, after an equals sign, what its value is: `total=money`. Without one it is text. */
  field: z.array(z.string().regex(/^[A-Za-z]\w{0,63}(?:=.+)?$/, 'a field such as "total=money"')).min(1),
  confidence: z.coerce.number().pipe(shareSchema).default(0.6),
  review: z.coerce.number().pipe(shareSchema).default(0.85),
  webhook: z.url({ protocol: /^https$/ }).optional(),
  /** The `sub` in the tokens of this person. */
  user: idSchema.optional(),
  userName: name.optional(),
  email: z.email().optional(),
  role: roleSchema.default('admin'),
});
export type FirstTenant = z.infer<typeof firstTenantSchema>;

/** Items that are written together, where the first of them is not there yet. */
export interface FirstItems {
  readonly about: string;
  readonly items: readonly [PlainItem, ...PlainItem[]];
}

/** Returns the items as the pipeline itself writes them, in the order in which they are needed. */
export function listFirstItems(
  given: FirstTenant,
  { now, unit }: { readonly now: number; readonly unit: () => number },
): readonly FirstItems[] {
  const { tenant, project, workflow } = given;
  const at = new Date(now).toISOString();
  const common = { version: 1, createdAt: at, updatedAt: at };
  const tenantAttributes = { ...common, name: given.name, plan: given.plan };
  return [
    { about: `tenant ${tenant}`, items: [{ ...keyOf.tenant(tenant), ...tenantAttributes }] },
    { about: `${tenant} in the directory`, items: [{ ...keyOf.directory(tenant), ...tenantAttributes }] },
    {
      about: `project ${project}`,
      items: [
        { ...keyOf.project(tenant, project), ...common, name: given.projectName ?? project, batchCount: 0 },
      ],
    },
    {
      about: `workflow ${workflow}`,
      items: [
        toStoredWorkflow({
          tenantId: tenant,
          projectId: project,
          workflowId: workflow,
          ...common,
          name: given.workflowName ?? workflow,
          schema: readFields(given.field),
          confidenceThreshold: given.confidence,
          reviewThreshold: given.review,
          ...(given.webhook !== undefined && { webhookUrl: given.webhook }),
        }),
        toStoredWorkflowEvent(tenant, workflow, {
          eventId: ulidAt(now, unit),
          at,
          what: 'created',
          actor: given.user ?? 'deployment',
        }),
      ],
    },
    ...listUserItems(given, common),
  ];
}

function listUserItems(
  { tenant, user, userName, email, role }: FirstTenant,
  common: PlainItem,
): FirstItems[] {
  if (user === undefined) return [];
  const named = userName ?? user;
  return [
    {
      about: `user ${user}`,
      items: [
        {
          ...keyOf.user(user),
          ...(email !== undefined && { GSI1PK: email, GSI1SK: `USER#${user}`, email }),
          ...common,
          name: named,
          tenantIds: new Set([tenant]),
        },
      ],
    },
    {
      about: `${user} as ${role} of ${tenant}`,
      items: [{ ...keyOf.userInTenant(tenant, user), ...common, name: named, role }],
    },
  ];
}

function readFields(fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map((field) => {
      const [, fieldName = field, type = 'text'] = /^(\w+)=(.+)$/.exec(field) ?? [];
      return [fieldName, type];
    }),
  );
}

/** Reads the options of the command, or throws an error that says in words what is wrong with them. */
export function parseFirstTenant(args: readonly string[]): FirstTenant {
  const keys = Object.keys(firstTenantSchema.shape);
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    keys.map((key) => [toOption(key), { type: 'string', multiple: key === 'field' } as const]),
  );
  const { values } = parseArgs({ args: [...args], options });
  const given = Object.fromEntries(keys.map((key) => [key, values[toOption(key)]]));
  const { data, error } = firstTenantSchema.safeParse(given);
  if (error) {
    throw new Error(
      error.issues.map(({ path, message }) => `--${toOption(String(path[0] ?? ''))}: ${message}`).join('\n'),
    );
  }
  if (data.confidence > data.review) throw new Error('--confidence must not be above --review');
  if (data.user !== undefined && data.email === undefined) {
    throw new Error('--user needs --email, because people are found by it');
  }
  return data;
}

function toOption(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
