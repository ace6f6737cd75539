/** Whose data somebody may see. Null: nobody has told the console yet, and AWS itself decides. */
export interface Scope {
  readonly tenants: '*' | readonly string[];
}

/** What may be anybody's, as the messages of a queue, is for those who see everybody's. */
export function maySeeAll(who: Scope | null): boolean {
  return who === null || who.tenants === '*';
}

export function maySeeTenant(who: Scope | null, tenantId: string): boolean {
  return who === null || who.tenants === '*' || who.tenants.includes(tenantId);
}
