import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { required, string, structure, type Infer, type Problem } from '../protocol/shapes.ts';
import type { WireRequest, WireResponse } from '../protocol/wire.ts';
import { keepSession, findSession, type RoleSession } from './sessions.ts';

/**
 * STS still speaks the AWS Query protocol: a form goes in, XML comes out.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html
 */
export function sts(world: World): RestService {
  return {
    name: 'sts',
    readOperationName: (request) => readForm(request)?.get('Action') ?? undefined,
    run: async (request, call) => {
      const { action, given } = readAction(readForm(request) ?? new URLSearchParams());
      const accessKey = readAccessKey(request);
      const session = findSession(world, request);
      const caller = {
        arn: session?.arn ?? `arn:aws:iam::${world.account}:user/${accessKey}`,
        userId: session?.userId ?? accessKey,
        session,
      };
      const members: Members =
        action === 'AssumeRole'
          ? assumeRole(world, given, caller)
          : { Arn: caller.arn, UserId: caller.userId, Account: world.account };
      return toAnswer(action, members, call.requestId);
    },
    refuse: (error, _request, requestId) => refusal(error, requestId),
  };
}

/** Everything else that is posted without an AWS JSON target is meant for S3. */
function readForm(request: WireRequest): URLSearchParams | undefined {
  const type = request.headers['content-type'] ?? '';
  if (request.method !== 'POST' || request.path !== '/') return undefined;
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return new URLSearchParams(Buffer.from(request.body).toString('utf8'));
}

function readAction(form: URLSearchParams) {
  const action = form.get('Action');
  const asked = form.get('Version');
  if ((action !== 'GetCallerIdentity' && action !== 'AssumeRole') || asked !== version) {
    const message = `Could not find operation ${action} for version ${asked ?? 'NO_VERSION_SPECIFIED'}`;
    throw new AwsError('InvalidAction', message);
  }
  refuseMembers(action, form);
  const given = new Map([...form].filter(([name]) => name !== 'Action' && name !== 'Version'));
  return { action, given } as const;
}

/** The signature is not checked, so the access key is all that is known about a caller. */
function readAccessKey(request: WireRequest): string {
  const key = /Credential=([^/,\s]+)\//.exec(request.headers['authorization'] ?? '')?.[1];
  if (key !== undefined) return key;
  const message = 'Request is missing Authentication Token';
  throw new AwsError('MissingAuthenticationToken', message, { status: 403 });
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
function refuseMembers(action: string, form: URLSearchParams): void {
  if (action !== 'GetCallerIdentity') return;
  for (const name of form.keys()) {
    if (name === 'Action' || name === 'Version') continue;
    throw new AwsError('ValidationError', `Parameter '${name}' is unknown or not supported`);
  }
}

const input = structure({
  RoleArn: required(string({ min: 20, max: 2048 })),
  RoleSessionName: required(string({ min: 2, max: 64, pattern: /^[\w+=,.@-]*$/ })),
  DurationSeconds: string({ pattern: /^\d{1,6}$/ }),
  ExternalId: string({ min: 2, max: 1224, pattern: /^[\w+=,.@:\\/-]*$/ }),
  SourceIdentity: string({ min: 2, max: 64, pattern: /^[\w+=,.@-]*$/ }),
  SerialNumber: string({ min: 9, max: 256, pattern: /^[\w+=/:,.@-]*$/ }),
  TokenCode: string({ min: 6, max: 6, pattern: /^\d*$/ }),
});

interface Caller {
  readonly arn: string;
  /** The session of a caller who has already assumed a role. */
  readonly session: RoleSession | undefined;
}

/**
 * Every role of this account can be assumed by anyone in it, with a device's code where one is named.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
function assumeRole(world: World, form: ReadonlyMap<string, string>, caller: Caller): Members {
  const asked = Object.fromEntries(form) as Infer<typeof input>;
  const problems: Problem[] = [];
  input.check(asked, '', problems);
  if (problems.length > 0) throw toValidationError(problems);
  const seconds = readDuration(asked.DurationSeconds, caller);
  const role = parseRoleName(world, asked.RoleArn, caller);
  refuseWrongCode(world, asked);

  const { random, clock } = world;
  const roleId = `AROA${random.code(17)}:${asked.RoleSessionName}`;
  const arn = `arn:aws:sts::${world.account}:assumed-role/${role}/${asked.RoleSessionName}`;
  // AWS gives the time in whole seconds.
  const expiresAt = Math.floor(clock.now() / 1_000) * 1_000 + seconds * 1_000;
  const token = `local-session-${random.hex(64)}`;
  keepSession(world, token, { arn, userId: roleId, expiresAt });
  return {
    Credentials: {
      AccessKeyId: `ASIA${random.code(16)}`,
      SecretAccessKey: random.hex(40),
      SessionToken: token,
      Expiration: new Date(expiresAt).toISOString().replace('.000Z', 'Z'),
    },
    AssumedRoleUser: { AssumedRoleId: roleId, Arn: arn },
    ...(asked.SourceIdentity !== undefined && { SourceIdentity: asked.SourceIdentity }),
  };
}

const shortest = 900;
const longest = 43_200;
const longestOfChain = 3_600;

function readDuration(said: string | undefined, { session }: Caller): number {
  const seconds = Number(said ?? longestOfChain);
  const mustBe = (limit: string): AwsError =>
    new AwsError(
      'ValidationError',
      `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value ${limit}`,
    );
  if (seconds < shortest) throw mustBe(`greater than or equal to ${shortest}`);
  if (seconds > longest) throw mustBe(`less than or equal to ${longest}`);
  if (session !== undefined && seconds > longestOfChain) {
    throw new AwsError(
      'ValidationError',
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    );
  }
  return seconds;
}

/** Returns the name without the path that may precede it. */
function parseRoleName({ account }: World, arn: string, caller: Caller): string {
  const [, itsAccount, name] =
    /^arn:aws[\w-]*:iam::(\d{12}):role\/(?:[\x21-\x7e]*\/)?([\w+=,.@-]{1,64})$/.exec(arn) ?? [];
  if (name === undefined) throw new AwsError('ValidationError', `${arn} is invalid`);
  if (itsAccount === account) return name;
  const message = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
  throw new AwsError('AccessDenied', message, { status: 403 });
}

/** STS's own name for what others call a ValidationException. */
function toValidationError(problems: readonly Problem[]): AwsError {
  const all = problems.map(({ message }) => message).join('; ');
  const count = `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected`;
  const unknown = problems.find(({ kind }) => kind === 'unknown');
  return new AwsError('ValidationError', validationException(unknown?.message ?? `${count}: ${all}`).message);
}

/** Every MFA device shows this code at any time, because the sandbox has no device to read it from. */
export const deviceCode = '123456';

/** A device shows a code for this long, and AWS takes each once. */
const codeMs = 30_000;

interface Asked {
  readonly SerialNumber?: string;
  readonly TokenCode?: string;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_configure-api-require.html */
function refuseWrongCode({ store, clock }: World, { SerialNumber, TokenCode }: Asked): void {
  if (SerialNumber === undefined && TokenCode === undefined) return;
  if (SerialNumber === undefined || TokenCode === undefined) {
    throw denied('must provide both MFA serial number and one time pass code.');
  }
  const used = store.collection<number>('sts/codes');
  const shown = Math.floor(clock.now() / codeMs);
  if (TokenCode !== deviceCode || used.get(SerialNumber) === shown) {
    throw denied('with invalid MFA one time pass code.');
  }
  used.set(SerialNumber, shown);
}

function denied(why: string): AwsError {
  const words = why.startsWith('must') ? `failed, ${why}` : `failed ${why}`;
  return new AwsError('AccessDenied', `MultiFactorAuthentication ${words}`, { status: 403 });
}

const version = '2011-06-15';
const namespace = `https://sts.amazonaws.com/doc/${version}/`;

interface Members {
  readonly [name: string]: string | Members;
}

function toAnswer(action: string, members: Members, requestId: string): WireResponse {
  const body =
    `<${action}Response xmlns="${namespace}"><${action}Result>${toXml(members)}</${action}Result>` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`;
  return xmlAnswer(200, body, requestId);
}

function refusal(error: AwsError, requestId: string): WireResponse {
  const type = error.status < 500 ? 'Sender' : 'Receiver';
  const body =
    `<ErrorResponse xmlns="${namespace}"><Error><Type>${type}</Type><Code>${escapeText(error.name)}</Code>` +
    `<Message>${escapeText(error.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
  return xmlAnswer(error.status, body, requestId);
}

function xmlAnswer(status: number, body: string, requestId: string): WireResponse {
  return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
}

function toXml(members: Members): string {
  return Object.entries(members)
    .map(
      ([name, value]) => `<${name}>${typeof value === 'string' ? escapeText(value) : toXml(value)}</${name}>`,
    )
    .join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities.get(character) ?? character);
}
