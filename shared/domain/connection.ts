import { z } from 'zod';
import { awsRegion } from './aws-region.ts';

export const environmentSchema = z.enum(['sandbox', 'development', 'staging', 'production']);
export type Environment = z.infer<typeof environmentSchema>;

/** The built-in connection to the embedded AWS, which needs no account. */
export const sandboxConnectionId = 'local';

const name = z.string().min(1).max(255);
// Matches as a browser parses an address, which accepts any number of slashes of either kind.
const userinfo = /^[^:]*:[\\/\s]*[^\\/?#]*@/;
const url = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => !userinfo.test(text), 'expected an address without a user name or password in it');
const apiUrl = url.refine(
  (text) => !/[?#]/.test(text),
  'expected an address without "?" or "#", because the paths of the API are added to its end',
);
/** Requests to AWS endpoints are signed and STS answers with keys, so they need a safe address. */
const endpoint = url.refine(
  isHttpsOrLoopback,
  'expected an address that starts with https://, or with http:// on this machine (127.0.0.1, localhost or [::1])',
);

// Error messages are shown to people, so a token entered here by mistake must not be accepted as a name.
const variable = z
  .string()
  .regex(
    /^[A-Za-z_]\w{0,127}$/,
    'the name of an environment variable, such as "PIPELINE_TOKEN", and not the token: up to 128 letters, digits and underscores, without a digit at the beginning',
  );

const pipelineAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sigv4') }),
  z.strictObject({ kind: z.literal('bearer'), tokenFromEnvironment: variable }),
  z.strictObject({ kind: z.literal('command'), command: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('oidc'), issuer: url, clientId: name }),
]);

/**
 * One entry of connections.json. It is strict, because a misspelt name that is silently ignored would fall back to the
 * naming convention and point at another table. It has no place for a secret.
 */
export const connectionSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens, such as "staging"'),
  name,
  environment: environmentSchema.exclude(['sandbox']),
  readOnly: z.boolean().optional(),
  /** Off by default, because SQS cannot replace a body, so for a moment there are two messages. */
  editAndRedrive: z.boolean().optional(),
  stage: name.optional(),
  aws: z.strictObject({
    region: z.string().regex(awsRegion, 'an AWS region, such as "eu-west-1"'),
    accountId: z.string().regex(/^\d{12}$/, 'the 12 digits of an AWS account, in quotes'),
    profile: z.union([name, z.strictObject({ fromEnvironment: z.literal(true) })]),
    endpoints: z
      .strictObject({
        dynamodb: endpoint,
        sqs: endpoint,
        sfn: endpoint,
        cloudwatch: endpoint,
        s3: endpoint,
        sts: endpoint,
        ce: endpoint,
      })
      .partial()
      .optional(),
  }),
  pipelineApi: z.strictObject({ baseUrl: apiUrl, auth: pipelineAuth }).optional(),
  extraction: z
    .strictObject({
      table: name,
      documentsBucket: name,
      documentQueue: name,
      documentDeadLetterQueue: name,
      webhookQueue: name,
      webhookDeadLetterQueue: name,
      stateMachine: name,
    })
    .partial()
    .optional(),
  downloads: z
    .strictObject({ jobsTable: name, batchesTable: name, fileQueue: name, fileDeadLetterQueue: name })
    .partial()
    .optional(),
  funds: z.strictObject({ table: name }).partial().optional(),
  hr: z.strictObject({ table: name }).partial().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Tells whether a secret may be sent to an address: over TLS, or to this machine. */
export function isHttpsOrLoopback(address: string): boolean {
  return overTls.safeParse(address).success || toThisMachine.safeParse(address).success;
}

// Both parse an address with the platform's own URL, as the sending code does.
const overTls = z.url({ protocol: /^https$/ });
const toThisMachine = z.url({ protocol: /^http$/, hostname: /^(?:127\.0\.0\.1|localhost|\[::1\])$/ });
