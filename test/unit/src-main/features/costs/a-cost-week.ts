import type { Session } from '#shared/contract/session.ts';
import type { FakeBatch } from './a-cost-world.ts';

export const pages = (...all: (number | null)[]) => all.map((one) => ({ pages: one }));

export const today: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-3',
  createdAt: '2026-03-10T08:00:00.000Z',
  documents: pages(1, 2, 3, null),
};
export const yesterday: FakeBatch = {
  tenantId: 'kestrel',
  batchId: 'b-2',
  createdAt: '2026-03-09T23:59:59.999Z',
  documents: pages(5, 5),
};
export const lastWeek: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-1',
  createdAt: '2026-03-04T00:00:00.000Z',
  documents: pages(7),
};
const longAgo: FakeBatch = {
  tenantId: 'alder',
  batchId: 'b-0',
  createdAt: '2026-03-03T23:59:59.999Z',
  documents: pages(9),
};
/** The newest first; the last of them is of the week before. */
export const aWeek = [today, yesterday, lastWeek, longAgo];

export const personOf = (tenants: readonly string[]): Session['who'] => ({
  id: `of-${tenants.join('-')}`,
  name: 'Jonas Weir',
  role: 'support',
  tenants: [...tenants],
});
