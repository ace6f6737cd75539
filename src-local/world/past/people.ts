/** Who works for the tenants: reviewers of their own, and those who own a workflow. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: Readonly<Record<string, 'support' | 'reviewer' | 'admin'>>;
}

export const people: readonly Person[] = [
  person('maya-ortiz', 'Maya Ortiz', 'northwind.example', { northwind: 'reviewer' }),
  person('piotr-zielinski', 'Piotr Zieliński', 'northwind.example', { northwind: 'reviewer' }),
  person('hanna-brandt', 'Hanna Brandt', 'northwind.example', { northwind: 'admin' }),
  person('olu-adeyemi', 'Olu Adeyemi', 'northwind.example', { northwind: 'support' }),
  person('tomas-lindqvist', 'Tomas Lindqvist', 'alderfinch.example', { 'alder-finch': 'admin' }),
  person('grace-whitcombe', 'Grace Whitcombe', 'alderfinch.example', { 'alder-finch': 'reviewer' }),
  person('sadiq-rahman', 'Sadiq Rahman', 'alderfinch.example', { 'alder-finch': 'reviewer' }),
  person('elin-vestergaard', 'Elin Vestergaard', 'kestrel.example', { kestrel: 'reviewer' }),
  person('bruno-castel', 'Bruno Castel', 'kestrel.example', { kestrel: 'admin' }),
  person('ruth-amberley', 'Ruth Amberley', 'kestrel.example', { kestrel: 'support' }),
  // They read for whoever has too much of it.
  person('ida-falk', 'Ida Falk', 'reading-room.example', { northwind: 'reviewer', kestrel: 'reviewer' }),
  person('jonah-pell', 'Jonah Pell', 'reading-room.example', {
    northwind: 'reviewer',
    'alder-finch': 'reviewer',
  }),
];

export function reviewersOf(tenantId: string): readonly Person[] {
  return people.filter(({ roles }) => Object.hasOwn(roles, tenantId) && roles[tenantId] === 'reviewer');
}

export function adminOf(tenantId: string): Person | undefined {
  return people.find(({ roles }) => Object.hasOwn(roles, tenantId) && roles[tenantId] === 'admin');
}

function person(id: string, name: string, domain: string, roles: Person['roles']): Person {
  return { userId: `user-${id}`, name, email: `${id.replace('-', '.')}@${domain}`, roles };
}
