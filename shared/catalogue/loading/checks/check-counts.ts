import type { SystemDeclaration } from '../../declaration.ts';
import type { Complaint } from './complaint.ts';

/** More than any system has; what compares each with each must end soon, whatever file it is given. */
const most = { tables: 50, entities: 300, patterns: 500, parameters: 500, writes: 500 } as const;

export function checkCounts(system: SystemDeclaration): readonly Complaint[] {
  return (['tables', 'entities', 'patterns', 'parameters', 'writes'] as const).flatMap((part) => {
    const count = Object.keys(system[part] ?? {}).length;
    if (count <= most[part]) return [];
    return [{ path: [part], message: `has ${count} of them; expected at most ${most[part]}` }];
  });
}
