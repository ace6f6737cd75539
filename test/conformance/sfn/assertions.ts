import type { Assertion } from '#scripts/conformance/assertion.ts';
import { choices } from './choices.ts';
import { dataFlow } from './data-flow.ts';
import { errors } from './errors.ts';
import { executions } from './executions.ts';
import { history } from './history.ts';
import { mapRuns } from './map-runs.ts';
import { redrives } from './redrive.ts';
import { states } from './states.ts';
import { tasks } from './tasks.ts';

export const sfn: readonly Assertion[] = [
  ...executions,
  ...dataFlow,
  ...choices,
  ...states,
  ...errors,
  ...tasks,
  ...history,
  ...redrives,
  ...mapRuns,
];
