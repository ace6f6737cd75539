import type { World } from '../../world/world.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { required, string, structure, type Infer, type Problem } from '../protocol/shapes.ts';
import { refuseWrongCode } from './device-codes.ts';
import { keepSession, type RoleSession } from './sessions.ts';
import type { Members } from './sts-answers.ts';

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
  /** Of one who has taken on a role already. */
  readonly session: RoleSession | undefined;
}

/**
 * Every role of this account trusts everybody in it. With a device's code where one is named.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export function assumeRole(world: World, form: ReadonlyMap<string, string>, caller: Caller): Members {
  const asked = Object.fromEntries(form) as Infer<typeof input>;
  const problems: Problem[] = [];
  input.check(asked, '', problems);
  if (problems.length > 0) throw refusedAsked(problems);
  const seconds = secondsOf(asked.DurationSeconds, caller);
  const role = roleOf(world, asked.RoleArn, caller);
  refuseWrongCode(world, asked);

  const { random, clock } = world;
  const roleId = `AROA${random.code(17)}:${asked.RoleSessionName}`;
  const arn = `arn:aws:sts::${world.account}:assumed-role/${role}/${asked.RoleSessionName}`;
  // To the second, as AWS says it.
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

function secondsOf(said: string | undefined, { session }: Caller): number {
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

/** Without the path that it may be in. */
function roleOf({ account }: World, arn: string, caller: Caller): string {
  const [, itsAccount, name] =
    /^arn:aws[\w-]*:iam::(\d{12}):role\/(?:[\x21-\x7e]*\/)?([\w+=,.@-]{1,64})$/.exec(arn) ?? [];
  if (name === undefined) throw new AwsError('ValidationError', `${arn} is invalid`);
  if (itsAccount === account) return name;
  const message = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
  throw new AwsError('AccessDenied', message, { status: 403 });
}

/** STS's own name for what others call a ValidationException. */
function refusedAsked(problems: readonly Problem[]): AwsError {
  const all = problems.map(({ message }) => message).join('; ');
  const count = `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected`;
  const unknown = problems.find(({ kind }) => kind === 'unknown');
  return new AwsError('ValidationError', validationException(unknown?.message ?? `${count}: ${all}`).message);
}
