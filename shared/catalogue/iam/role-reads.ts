import type { Role } from '../../contract/define.ts';
import type { PatternDeclaration } from '../declaration.ts';
import { findDeclared } from '../find-declared.ts';

interface RoleReads {
  readonly because: string;
  /** System → why the role's work reads nothing of it. */
  readonly without?: Readonly<Record<string, string>>;
  /** System → the entities that the role's work shows; systems that are not named are left out. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

/** What each role reads in its own screens; whatever else the Explorer could ask is refused by AWS. */
export const roleReads: Readonly<Record<Role, RoleReads>> = {
  admin: { because: 'Admin answers for every system and reads all of them.' },
  support: {
    because: 'Support reads what triage, dead letters and downloads show, and any system of a file.',
    without: {
      funds: 'no screen of support shows a position or an amount',
      hr: 'no screen of support shows who is employed or applies',
    },
  },
  reviewer: {
    because: 'A reviewer reads documents, their batches, workflows and history, and which tenants there are.',
    only: {
      extraction: ['TenantInDirectory', 'Tenant', 'Workflow', 'Batch', 'Document', 'DocumentEvent'],
    },
  },
};

/** A pattern is the role's when everything that may come back is. */
export function roleReadsPattern(role: Role, systemId: string, pattern: PatternDeclaration): boolean {
  const { without = {}, only } = roleReads[role];
  if (Object.hasOwn(without, systemId)) return false;
  if (only === undefined) return true;
  const entities = findDeclared(only, systemId) ?? [];
  return pattern.returns.length > 0 && pattern.returns.every((entity) => entities.includes(entity));
}
