import type { PocketAws } from '../aws/pocket-aws.ts';
import type { WireRequest, WireResponse } from '../aws/protocol/wire.ts';
import type { FaultKind, FaultRule } from '../world/faults.ts';

/** `/_local/*`: what tests and the sandbox's own page may do to the world. Undefined: not a path of ours. */
export function answerControl(aws: PocketAws, request: WireRequest): Promise<WireResponse> | undefined {
  return request.path.startsWith('/_local/') ? answered(aws, request) : undefined;
}

async function answered(aws: PocketAws, request: WireRequest): Promise<WireResponse> {
  const control = controls.get(`${request.method} ${request.path}`);
  if (!control) return answer(404, { problem: `There is no ${request.method} ${request.path}` });
  try {
    const text = Buffer.from(request.body).toString('utf8');
    return answer(200, await control(aws, text === '' ? {} : bodyOf(text)));
  } catch (error) {
    if (error instanceof BadInput) return answer(400, { problem: error.message });
    throw error;
  }
}

/** Ten years in seconds: every minute on the way is lived through. */
const farthest = 315_360_000;

type Body = Readonly<Record<string, unknown>>;

const controls = new Map<string, (aws: PocketAws, body: Body) => object | Promise<object>>([
  ['GET /_local/world', ({ world }) => ({ region: world.region, account: world.account })],
  ['GET /_local/clock', ({ world }) => ({ now: new Date(world.clock.now()).toISOString() })],
  [
    'POST /_local/clock',
    async (aws, { advanceSeconds, ...rest }) => {
      refuseOthers(rest);
      if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0 && advanceSeconds <= farthest)) {
        throw new BadInput(`advanceSeconds: a number of seconds from 0 to ${farthest} is expected`);
      }
      await aws.advance(advanceSeconds * 1_000);
      return { now: new Date(aws.world.clock.now()).toISOString() };
    },
  ],
  [
    'POST /_local/reset',
    (aws, { seed, ...rest }) => {
      refuseOthers(rest);
      if (seed !== undefined && typeof seed !== 'number' && typeof seed !== 'string') {
        throw new BadInput('seed: a number or a text is expected');
      }
      aws.reset(seed === undefined ? undefined : String(seed));
      return {};
    },
  ],
  ['GET /_local/faults', ({ world }) => ({ rules: world.faults.rules() })],
  [
    'PUT /_local/faults',
    ({ world }, { rules, ...rest }) => {
      refuseOthers(rest);
      if (!Array.isArray(rules)) throw new BadInput('rules: a list is expected');
      world.faults.set(rules.map((rule, index) => ruleOf(rule, `rules.${index}`)));
      return { rules: world.faults.rules() };
    },
  ],
]);

const kinds: readonly FaultKind[] = [
  'throttle',
  'server-error',
  'expired-token',
  'reset-after-apply',
  'slow',
  'partial-batch',
  'index-lag',
];

function ruleOf(value: unknown, at: string): FaultRule {
  if (typeof value !== 'object' || value === null) throw new BadInput(`${at}: a rule is expected`);
  const { id, kind, service, operation, mentions, ms, share, times, ...rest } = value as Body;
  refuseOthers(rest, `${at}.`);
  const known = kinds.find((one) => one === kind);
  if (!known) throw new BadInput(`${at}.kind: one of ${kinds.join(', ')} is expected`);
  return {
    id: textOf(id, `${at}.id`) ?? at,
    kind: known,
    ...optional('service', textOf(service, `${at}.service`)),
    ...optional('operation', textOf(operation, `${at}.operation`)),
    ...optional('mentions', textOf(mentions, `${at}.mentions`)),
    ...optional('ms', numberOf(ms, `${at}.ms`)),
    ...optional('share', numberOf(share, `${at}.share`)),
    ...optional('times', numberOf(times, `${at}.times`)),
  };
}

function optional<K extends string, T>(name: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: T });
}

function textOf(value: unknown, at: string): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw new BadInput(`${at}: text is expected`);
  return value;
}

function numberOf(value: unknown, at: string): number | undefined {
  if (value !== undefined && (typeof value !== 'number' || !(value >= 0))) {
    throw new BadInput(`${at}: a number, 0 or more, is expected`);
  }
  return value;
}

function refuseOthers(rest: Body, at = ''): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new BadInput(`${at}${unknown}: is not known here`);
}

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw new BadInput('A JSON object is expected');
}

function answer(status: number, body: object): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

class BadInput extends Error {}
