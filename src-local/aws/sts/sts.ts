import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { WireRequest } from '../protocol/wire.ts';
import { assumeRole } from './assume-role.ts';
import { sessionOf } from './sessions.ts';
import { answered, refusal, version, type Members } from './sts-answers.ts';

/**
 * STS still speaks the AWS Query protocol: a form goes in, XML comes out.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html
 */
export function sts(world: World): RestService {
  return {
    name: 'sts',
    operationOf: (request) => formOf(request)?.get('Action') ?? undefined,
    run: async (request, call) => {
      const { action, given } = askedOf(formOf(request) ?? new URLSearchParams());
      const accessKey = accessKeyOf(request);
      const session = sessionOf(world, request);
      const caller = {
        arn: session?.arn ?? `arn:aws:iam::${world.account}:user/${accessKey}`,
        userId: session?.userId ?? accessKey,
        session,
      };
      const members: Members =
        action === 'AssumeRole'
          ? assumeRole(world, given, caller)
          : { Arn: caller.arn, UserId: caller.userId, Account: world.account };
      return answered(action, members, call.requestId);
    },
    refuse: (error, _request, requestId) => refusal(error, requestId),
  };
}

/** Everything else that is posted without an AWS JSON target is meant for S3. */
function formOf(request: WireRequest): URLSearchParams | undefined {
  const type = request.headers['content-type'] ?? '';
  if (request.method !== 'POST' || request.path !== '/') return undefined;
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return new URLSearchParams(Buffer.from(request.body).toString('utf8'));
}

function askedOf(form: URLSearchParams) {
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

/** The signature is not checked; whose key it was made with is all that is known of a caller. */
function accessKeyOf(request: WireRequest): string {
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
