import type { Role } from '#shared/contract/define.ts';
import type { Check } from '#shared/contract/session.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import { withinTime } from '../../aws/patience.ts';
import type { PipelineAnswer, PipelineApi } from '../../pipeline/pipeline-api.ts';

/** This is the person that the pipeline API reports; the other checks depend on it. */
export interface Person {
  readonly role: Role;
  readonly tenants: '*' | readonly string[];
}

interface PipelineChecked {
  readonly checks: readonly Check[];
  readonly person: Person | null;
}

interface Parts {
  /** This is null where the connection names none. */
  readonly api: Pick<PipelineApi, 'call'> | null;
  /** Explains why the API cannot be asked for the person yet; null where it can. */
  readonly notSignedIn: string | null;
  readonly elapsed: () => number;
  readonly longestCall: number;
}

type Told = Pick<Check, 'state' | 'told'>;

/** Checks whether the API is there and whom it takes this person for. */
export async function checkPipeline(parts: Parts): Promise<PipelineChecked> {
  const { api, notSignedIn } = parts;
  if (api === null) return { checks: pipelineNotAsked(noApi), person: null };
  const [health, me] = await Promise.all([
    timed(parts, () => api.call('health', { personId: '' })),
    notSignedIn === null ? timed(parts, () => api.call('me', { personId: '' })) : null,
  ]);
  const person = me?.answer?.kind === 'answered' ? me.answer.value : null;
  return {
    checks: [
      toCheck(
        healthCheck,
        health.answer === null ? late : describeAnswer(health.answer, 'It answers.'),
        health.ms,
      ),
      me === null
        ? toCheck(meCheck, { state: 'not-checked', told: notSignedIn ?? '' }, 0)
        : toCheck(meCheck, describePerson(me.answer), me.ms),
    ],
    person: person === null ? null : { role: person.role, tenants: person.tenants },
  };
}

/** Reports both checks as not made, with the reason. */
export function pipelineNotAsked(why: string): readonly Check[] {
  return [healthCheck, meCheck].map((check) => toCheck(check, { state: 'not-checked', told: why }, 0));
}

const healthCheck = { id: 'pipeline:health', title: 'The pipeline API' };
const meCheck = { id: 'pipeline:me', title: 'Who you are to the pipeline API' };
const noApi =
  'The connection names no pipeline API: you can look, but not reprocess, review or change anything.';
const late: Told = { state: 'failed', told: 'It did not answer in time. No actions are possible now.' };

async function timed<N extends OperationName>(
  { elapsed, longestCall }: Parts,
  call: () => Promise<PipelineAnswer<N>>,
): Promise<{ readonly answer: PipelineAnswer<N> | null; readonly ms: number }> {
  const begun = elapsed();
  // The call's own timeout is longer than a person waits for a report.
  const answer = await withinTime(longestCall, call).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'LateAnswer') return null;
    throw error;
  });
  return { answer, ms: elapsed() - begun };
}

function describeAnswer(answer: PipelineAnswer<OperationName>, works: string): Told {
  switch (answer.kind) {
    case 'answered':
      return { state: 'works', told: works };
    case 'problem': {
      const { code } = answer.problem;
      const isDenied = code === 'role-required' || code === 'all-tenants-required';
      return {
        state: isDenied ? 'denied' : 'failed',
        told: `It refused with "${code}". Nothing can be done by it.`,
      };
    }
    default:
      return { state: 'failed', told: `${stopped(answer.why)} No actions are possible now.` };
  }
}

function describePerson(answer: PipelineAnswer<'me'> | null): Told {
  if (answer === null) return late;
  if (answer.kind !== 'answered') return describeAnswer(answer, '');
  const { name, role, tenants } = answer.value;
  const whose =
    tenants === '*'
      ? 'of all tenants'
      : tenants.length === 1
        ? `of the tenant ${tenants[0]}`
        : `of ${tenants.length} tenants`;
  if (tenants !== '*' && tenants.length === 0) {
    return {
      state: 'differs',
      told: `It knows you as ${name}, ${role} of no tenant: there is nothing for you to see.`,
    };
  }
  return { state: 'works', told: `It knows you as ${name}, ${role} ${whose}. ${may[role]}` };
}

const may: Readonly<Record<Role, string>> = {
  support: 'You may reprocess, redrive and stop runs, and look at dead letters.',
  reviewer: 'You may review documents; queues and runs are not for this role.',
  admin: 'You may do everything the console offers.',
};

function toCheck({ id, title }: typeof healthCheck, { state, told }: Told, ms: number): Check {
  return {
    id,
    area: 'pipeline',
    title,
    state,
    told,
    action: null,
    resource: null,
    differences: [],
    ms: Math.round(ms),
  };
}

function stopped(why: string): string {
  return /[.!?]$/.test(why) ? why : `${why}.`;
}
