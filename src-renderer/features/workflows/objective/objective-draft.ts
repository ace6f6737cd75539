import { durationEdges, type DurationEdge } from '#shared/domain/batch-durations.ts';
import { formatEdge, formatObjective, objectiveSchema, type Objective } from '#shared/domain/objective.ts';
import type { SettingChange } from '../save/settings-side.tsx';
import { messages } from './objective-messages.ts';

/** The objective as it is edited. An empty percent takes it away. */
export interface ObjectiveForm {
  readonly percent: string;
  readonly minutes: DurationEdge;
}

const usualMinutes = 15;

export function toForm(objective: Objective | null): ObjectiveForm {
  if (objective === null) return { percent: '', minutes: usualMinutes };
  return { percent: String(objective.percent), minutes: objective.minutes };
}

export type ReadObjective =
  | { readonly ok: true; readonly objective: Objective | null }
  | { readonly ok: false; readonly problem: string };

export function readForm({ percent, minutes }: ObjectiveForm): ReadObjective {
  const written = percent.trim().replace(',', '.').replace(/\s*%$/, '');
  if (written === '') return { ok: true, objective: null };
  const number = /^\d{1,3}(?:\.\d)?$/.test(written) ? Number(written) : Number.NaN;
  const { data } = objectiveSchema.safeParse({ percent: number, minutes });
  return data === undefined ? { ok: false, problem: messages.percentWrong } : { ok: true, objective: data };
}

export function listChanges(saved: Objective | null, next: ReadObjective): readonly SettingChange[] {
  if (!next.ok) return [];
  const [from, to] = [describe(saved), describe(next.objective)];
  return from === to ? [] : [{ name: messages.objective, from, to }];
}

function describe(objective: Objective | null): string {
  return objective === null ? messages.none : formatObjective(objective);
}

export const minuteOptions = durationEdges.map((minutes) => ({
  value: String(minutes),
  label: formatEdge(minutes),
}));

export function parseMinutes(value: string): DurationEdge {
  return durationEdges.find((edge) => String(edge) === value) ?? usualMinutes;
}
