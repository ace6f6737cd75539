import type { Role } from '../contract/define.ts';

export interface SandboxPersona {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The tenants whose data this person may see; `*` means all of them. */
  readonly tenants: '*' | readonly string[];
}

/** The people you can be in the sandbox. Its pipeline API knows them by the same names. */
export const sandboxPersonas: readonly [SandboxPersona, ...SandboxPersona[]] = [
  { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' },
  { id: 'reviewer', name: 'Teo Lindqvist', role: 'reviewer', tenants: '*' },
  { id: 'reviewer-2', name: 'Noor Haddad', role: 'reviewer', tenants: '*' },
  { id: 'admin', name: 'Ines Halvorsen', role: 'admin', tenants: '*' },
  { id: 'support-northwind', name: 'Jonas Weir', role: 'support', tenants: ['northwind'] },
];
