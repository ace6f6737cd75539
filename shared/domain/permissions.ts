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

interface Connection {
  readonly name: string;
  readonly readOnly: boolean;
  readonly unlockable: boolean;
}

/** Why nothing can be changed on a connection, and what to do about it; null where it can. */
export function whyReadOnly({ name, readOnly, unlockable }: Connection): string | null {
  if (!readOnly) return null;
  return unlockable
    ? `${name} is open read-only: production is locked. Unlock it for writing first.`
    : `${name} is open read-only: its entry in connections.json says so.`;
}
