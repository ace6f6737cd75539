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
