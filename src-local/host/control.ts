import type { PocketAws } from '../aws/pocket-aws.ts';
import type { WireRequest, WireResponse } from '../aws/protocol/wire.ts';
import type { FaultKind, FaultRule } from '../world/faults.ts';

/** A world can be controlled from outside through these, beside the APIs of AWS and the pipelines. */
export interface Controlled {
  readonly aws: PocketAws;
  /** Lists the addresses of its parts and the users who may call its API. */
  describe(): Promise<object>;
  state(): Promise<object>;
  advance(ms: number): Promise<void>;
  setTraffic(paused: boolean): Promise<void>;
  reset(seed?: string): Promise<void>;
}

/** `/_local/*`: what tests and the sandbox's own page may do to the world. Undefined: not a path of ours. */
export function answerControl(
  controlled: Controlled,
  request: WireRequest,
): Promise<WireResponse> | undefined {
  return request.path.startsWith('/_local/') ? answerControlled(controlled, request) : undefined;
}

async function answerControlled(controlled: Controlled, request: WireRequest): Promise<WireResponse> {
  const control = controls.get(`${request.method} ${request.path}`);
  if (!control) return answer(404, { problem: `There is no ${request.method} ${request.path}` });
  try {
    const text = Buffer.from(request.body).toString('utf8');
    return answer(200, await control(controlled, text === '' ? {} : parseBody(text)));
  } catch (error) {
    if (error instanceof BadInput) return answer(400, { problem: error.message });
    throw error;
  }
}

/** Ten years in seconds: every minute on the way is lived through. */
const farthest = 315_360_000;

type Body = Readonly<Record<string, unknown>>;

const controls = new Map<string, (controlled: Controlled, body: Body) => object | Promise<object>>([
  ['GET /_local/world', (controlled) => controlled.describe()],
  ['GET /_local/state', (controlled) => controlled.state()],
  ['GET /_local/clock', ({ aws }) => describeTime(aws)],
  [
    'POST /_local/clock',
    async (controlled, { advanceSeconds, ...rest }) => {
      refuseOthers(rest);
      if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0 && advanceSeconds <= farthest)) {
        throw new BadInput(`advanceSeconds: a number of seconds from 0 to ${farthest} is expected`);
      }
      await controlled.advance(advanceSeconds * 1_000);
      return describeTime(controlled.aws);
    },
  ],
  [
    'POST /_local/reset',
    async (controlled, { seed, ...rest }) => {
      refuseOthers(rest);
      if (seed !== undefined && typeof seed !== 'number' && typeof seed !== 'string') {
        throw new BadInput('seed: a number or a text is expected');
      }
      await controlled.reset(seed === undefined ? undefined : String(seed));
      return {};
    },
  ],
  [
    'POST /_local/traffic',
    async (controlled, { paused, ...rest }) => {
      refuseOthers(rest);
      if (typeof paused !== 'boolean') throw new BadInput('paused: true or false is expected');
      await controlled.setTraffic(paused);
      return { paused };
    },
  ],
  ['GET /_local/faults', ({ aws }) => ({ rules: aws.world.faults.rules() })],
  [
    'PUT /_local/faults',
    ({ aws }, { rules, ...rest }) => {
      refuseOthers(rest);
      if (!Array.isArray(rules)) throw new BadInput('rules: a list is expected');
      const { faults } = aws.world;
      faults.set(rules.map((rule, index) => readRule(rule, `rules.${index}`)));
      return { rules: faults.rules() };
    },
  ],
]);

function describeTime({ world }: PocketAws): object {
  return { now: new Date(world.clock.now()).toISOString() };
}

const kinds: readonly FaultKind[] = [
  'throttle',
  'server-error',
  'expired-token',
  'denied',
  'reset-after-apply',
  'slow',
  'partial-batch',
  'index-lag',
];

function readRule(value: unknown, at: string): FaultRule {
  if (typeof value !== 'object' || value === null) throw new BadInput(`${at}: a rule is expected`);
  const { id, kind, service, operation, mentions, ms, share, times, ...rest } = value as Body;
  refuseOthers(rest, `${at}.`);
  const known = kinds.find((one) => one === kind);
  if (!known) throw new BadInput(`${at}.kind: one of ${kinds.join(', ')} is expected`);
  return {
    id: readText(id, `${at}.id`) ?? at,
    kind: known,
    ...optional('service', readText(service, `${at}.service`)),
    ...optional('operation', readText(operation, `${at}.operation`)),
    ...optional('mentions', readText(mentions, `${at}.mentions`)),
    ...optional('ms', readNumber(ms, `${at}.ms`)),
    ...optional('share', readNumber(share, `${at}.share`)),
    ...optional('times', readNumber(times, `${at}.times`)),
  };
}

function optional<K extends string, T>(name: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: T });
}

function readText(value: unknown, at: string): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw new BadInput(`${at}: text is expected`);
  return value;
}

function readNumber(value: unknown, at: string): number | undefined {
  if (value !== undefined && (typeof value !== 'number' || !(value >= 0))) {
    throw new BadInput(`${at}: a number, 0 or more, is expected`);
  }
  return value;
}

function refuseOthers(rest: Body, at = ''): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new BadInput(`${at}${unknown}: is not known here`);
}

function parseBody(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // The error is thrown below, as for any other text that is not an object.
  }
  throw new BadInput('A JSON object is expected');
}

function answer(status: number, body: object): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

class BadInput extends Error {}
