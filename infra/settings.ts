import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { roleSchema } from '../shared/contract/define.ts';

const https = z.url({ protocol: /^https$/ });
const namePart = z.string().min(1).max(200);

/**
 * The settings of one deployment, a file in `stages/`. It is strict, because a misspelt setting that is silently ignored
 * would deploy something else.
 */
const settingsSchema = z.strictObject({
  /** Production keeps backups of downloads, too, and protects its stacks and tables from deletion. */
  environment: z.enum(['development', 'staging', 'production']),
  /**
   * `oidc` accepts access tokens of any issuer with a discovery document, and `claims` names those that it has under
   * other names. `iam` accepts signed requests of sessions of these roles, by the role's name.
   */
  signIn: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('iam'),
      roles: z.record(
        namePart,
        z.strictObject({ role: roleSchema, tenants: z.union([z.literal('*'), z.array(namePart)]) }),
      ),
    }),
    z.strictObject({
      kind: z.literal('oidc'),
      issuer: https,
      audience: namePart,
      clientId: namePart,
      claims: z.strictObject({ name: namePart, role: namePart, tenants: namePart }).partial().optional(),
    }),
  ]),
  /** A model of Bedrock, or an inference profile such as "eu.…" or "global.…". */
  modelId: z.string().regex(/^[\w.:-]{3,128}$/),
  /** Textract and Bedrock cost money. A stand-in at this address answers in their place. */
  standInReaders: z.url({ protocol: /^https?$/ }).optional(),
  /** The address of whoever owns the files that are downloaded each day. */
  providerUrl: https,
  /** The SNS topic that pages the owners of the pipeline. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:/, 'the ARN of an SNS topic')
    .optional(),
});

export type Settings = z.infer<typeof settingsSchema> & { readonly stage: string };

/** The longest name of a function has 35 characters before its stage, and may have 64. */
const stagePattern = /^[a-z][a-z0-9-]{1,27}[a-z0-9]$/;

/** Reads the settings of a stage, or explains in one sentence why they cannot be used. */
export function readSettings(stage: string): Settings {
  if (!stagePattern.test(stage)) {
    throw new Error(
      `"${stage}" is no name of a stage: expected 3 to 29 lower-case letters, digits and hyphens, beginning with a letter`,
    );
  }
  const file = fileURLToPath(new URL(`stages/${stage}.json`, import.meta.url));
  const { data, error } = settingsSchema.safeParse(JSON.parse(readText(file, stage)));
  if (error) throw new Error(`infra/stages/${stage}.json: ${z.prettifyError(error)}`);
  return { ...data, stage };
}

function readText(file: string, stage: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(
      `The stage "${stage}" has no settings: copy infra/stages/sandbox.json to infra/stages/${stage}.json and change it`,
    );
  }
}
