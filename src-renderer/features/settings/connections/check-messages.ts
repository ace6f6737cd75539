import type { Check, CheckReport } from '#shared/contract/session.ts';
import type { ChipTone } from '#renderer/ui/chip.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';

type CheckState = Check['state'];
type CheckArea = Check['area'];

export interface AreaOfReport {
  readonly area: CheckArea;
  readonly title: string;
  /** "5 of 6 work" */
  readonly hint: string;
  /** The checks that need attention, the worst first. */
  readonly problems: readonly Check[];
  /** The checks that passed or could not be made. */
  readonly rest: readonly Check[];
  /** "the other 5 work, 1 was not checked" */
  readonly restWords: string;
}

export const stateLooks: Readonly<
  Record<CheckState, { readonly word: string; readonly tone: ChipTone; readonly icon: IconName }>
> = {
  works: { word: 'works', tone: 'succeeded', icon: 'check' },
  lacking: { word: 'lacking', tone: 'review', icon: 'remove' },
  differs: { word: 'differs', tone: 'review', icon: 'warning' },
  denied: { word: 'denied', tone: 'failed', icon: 'ban' },
  missing: { word: 'missing', tone: 'failed', icon: 'help' },
  failed: { word: 'failed', tone: 'failed', icon: 'close' },
  'not-checked': { word: 'not checked', tone: 'default', icon: 'remove' },
};

/** "23 of 26 work, 2 denied, 1 differs". */
export function summarizeChecks({ checks }: Pick<CheckReport, 'checks'>): string {
  const works = count(checks, 'works');
  if (checks.length === 0) return 'Nothing checked';
  if (works === checks.length) return works === 1 ? 'The call works' : `All ${String(works)} work`;
  const others = ill.flatMap((state) => formatStateCount(count(checks, state), state) ?? []);
  return [`${String(works)} of ${String(checks.length)} ${works === 1 ? 'works' : 'work'}`, ...others].join(
    ', ',
  );
}

/** Sorts the identity first, then areas with problems, then the others. */
export function groupByArea({ checks }: Pick<CheckReport, 'checks'>): readonly AreaOfReport[] {
  const areas = (Object.keys(areaTitles) as CheckArea[])
    .map((area) =>
      toArea(
        area,
        checks.filter((one) => one.area === area),
      ),
    )
    .filter(({ problems, rest }) => problems.length + rest.length > 0);
  return areas.toSorted((left, right) => rankArea(left) - rankArea(right));
}

function toArea(area: CheckArea, checks: readonly Check[]): AreaOfReport {
  const rest = checks.filter((one) => !isProblem(one));
  const works = count(rest, 'works');
  const hint = `${String(works)} of ${String(checks.length)} ${works === 1 ? 'works' : 'work'}`;
  const hasProblems = rest.length < checks.length;
  const notChecked = formatStateCount(count(rest, 'not-checked'), 'not-checked');
  return {
    area,
    title: areaTitles[area],
    hint,
    problems: checks
      .filter(isProblem)
      .toSorted((left, right) => ill.indexOf(left.state) - ill.indexOf(right.state)),
    rest,
    restWords: [works === 0 ? undefined : hasProblems ? describeOthers(works) : hint, notChecked]
      .filter((words) => words !== undefined)
      .join(', '),
  };
}

function describeOthers(works: number): string {
  return works === 1 ? 'the other works' : `the other ${String(works)} work`;
}

function isProblem({ state }: Check): boolean {
  return state !== 'works' && state !== 'not-checked';
}

function rankArea({ area, problems }: AreaOfReport): number {
  if (area === 'identity') return 0;
  return problems.length > 0 ? 1 : 2;
}

function count(checks: readonly Check[], state: CheckState): number {
  return checks.filter((one) => one.state === state).length;
}

function formatStateCount(n: number, state: CheckState): string | undefined {
  return n === 0 ? undefined : `${String(n)} ${n === 1 ? verbs[state].one : verbs[state].many}`;
}

const verbs: Readonly<Record<CheckState, { readonly one: string; readonly many: string }>> = {
  works: { one: 'works', many: 'work' },
  lacking: { one: 'lacking', many: 'lacking' },
  denied: { one: 'denied', many: 'denied' },
  missing: { one: 'missing', many: 'missing' },
  failed: { one: 'failed', many: 'failed' },
  differs: { one: 'differs', many: 'differ' },
  'not-checked': { one: 'not checked', many: 'not checked' },
};

/** The states in order of severity, the worst first. */
const ill: readonly CheckState[] = ['denied', 'missing', 'failed', 'differs', 'lacking', 'not-checked'];

const areaTitles: Readonly<Record<CheckArea, string>> = {
  identity: 'Identity',
  tables: 'Tables',
  queues: 'Queues',
  workflows: 'State machine',
  files: 'Documents',
  alarms: 'Alarms and metrics',
  pipeline: 'Pipeline API',
};

/** "1.4 s", "380 ms". */
export function formatTimeTaken(ms: number): string {
  return ms < 1_000 ? `${String(Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
