import { grouped } from '#shared/domain/grouped-number.ts';
import type { Project } from '#shared/contract/triage/tenants.ts';

interface Counted {
  readonly workflows: number;
  readonly projects: number;
  readonly empty: readonly Pick<Project, 'name' | 'projectId'>[];
  readonly cutShort: number;
  readonly hasMore: boolean;
}

/** "7 workflows of 3 projects, these are all. Returns has none." */
export function endWords({ workflows, projects, empty, cutShort, hasMore }: Counted): string {
  const read = `${many(workflows, 'workflow')} of ${many(projects, 'project')}`;
  const whole = hasMore || cutShort > 0 ? `At least ${read} so far` : `${read}, these are all`;
  return [whole, ...emptyWords(empty)].join('. ');
}

function emptyWords(empty: Counted['empty']): readonly string[] {
  const names = empty.map(({ name, projectId }) => name ?? projectId);
  if (names.length === 0) return [];
  if (names.length > 3) return [`${grouped(names.length)} projects have none`];
  return [`${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} none`];
}

function many(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}
