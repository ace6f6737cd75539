/** The tenants that a person may see. It is null until the console knows, and AWS itself decides then. */
export interface Scope {
  readonly tenants: '*' | readonly string[];
}

/** Data that may belong to any tenant, such as the messages of a queue, requires access to all tenants. */
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

/** Returns the reason why nothing can be changed on a connection, with the remedy; null if changes are possible. */
export function whyReadOnly({ name, readOnly, unlockable }: Connection): string | null {
  if (!readOnly) return null;
  return unlockable
    ? `${name} is open read-only: production is locked. Unlock it for writing first.`
    : `${name} is open read-only: its entry in connections.json says so.`;
}
