import type { z } from 'zod';
import { checkCounts } from './checks/check-counts.ts';
import { checkEntities } from './checks/check-entities.ts';
import { checkParameters } from './checks/check-parameters.ts';
import { checkPatterns } from './checks/check-patterns.ts';
import { checkSamples } from './checks/check-samples.ts';
import { checkWrites } from './checks/check-writes.ts';
import { checkTables } from './checks/check-tables.ts';
import type { Complaint } from './checks/complaint.ts';
import type { SystemDeclaration } from '../declaration.ts';
import { describeFault, told } from './describe-fault.ts';
import type { SystemProblem } from './describe-fault.ts';
import { systemShape } from './schema/system-shape.ts';
import { unfitJson } from './unfit-json.ts';

/** The JSON form of a system, for files that teams write and for what main tells a page. */
export const systemSchema: z.ZodType<SystemDeclaration> = systemShape.superRefine((system, context) => {
  for (const { path, message } of complaintsOf(system)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

function complaintsOf(system: SystemDeclaration): readonly Complaint[] {
  const tooMany = checkCounts(system);
  if (tooMany.length > 0) return tooMany;
  return [checkTables, checkEntities, checkPatterns, checkParameters, checkWrites, checkSamples].flatMap(
    (check) => check(system),
  );
}

export type ReadSystem =
  | { readonly ok: true; readonly system: SystemDeclaration }
  | { readonly ok: false; readonly problems: readonly SystemProblem[] };

/** Enough to put a file right; more is one mistake many times over. */
const mostProblems = 50;

/** Never throws, whatever JSON it is given. In a file of several systems `at` is where this one stands. */
export function readSystem(json: unknown, at = ''): ReadSystem {
  const source = { json, at };
  const unfit = unfitJson(json);
  if (unfit !== undefined) return { ok: false, problems: [told(source, unfit.path, unfit.problem)] };
  const read = systemSchema.safeParse(json);
  if (read.success) return { ok: true, system: read.data };
  const problems = read.error.issues.flatMap((issue) => describeFault(issue, source));
  return { ok: false, problems: problems.slice(0, mostProblems) };
}
