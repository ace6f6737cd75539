/** Whose data somebody may see. Null: nobody has told the console yet, and AWS itself decides. */
export interface Scope {
  readonly tenants: '*' | readonly string[];
}

export function maySeeTenant(who: Scope | null, tenantId: string): boolean {
  return who === null || who.tenants === '*' || who.tenants.includes(tenantId);
}
