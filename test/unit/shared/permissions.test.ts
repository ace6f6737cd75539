import { jobKinds } from '#shared/domain/job-kinds/job-kinds.ts';
import { describe, expect, it, test } from 'vitest';
import {
  listOnlyTenants,
  mayChangeMessages,
  mayReadMessages,
  mayReview,
  findRoles,
  mayRunJobs,
  maySaveThresholds,
  maySeeAll,
  maySeeDownloads,
  maySeeFigures,
  maySeeQueues,
  maySeeTenant,
  maySeeUnmasked,
  whyNotChangeDownloads,
  whyNotChangeMessages,
  whyNotReceive,
  whyNotRerun,
  whyNotRunJobs,
  whyNotSaveThresholds,
  whyNotStopMove,
  whyReadOnly,
} from '#shared/permissions.ts';
import { contract } from '#shared/contract/contract.ts';
import { roles } from '#shared/contract/define.ts';

const open = { name: 'prod', readOnly: false, unlockable: false };
const locked = { ...open, readOnly: true };
const lockedSaid = 'prod is open read-only: its entry in connections.json says so.';

describe('the tenants that a person sees', () => {
  it('are not limited by the console while it does not know the person: AWS decides then', () => {
    expect(maySeeAll(null)).toBe(true);
    expect(maySeeTenant(null, 'northwind')).toBe(true);
    expect(listOnlyTenants(null)).toBeNull();
  });

  it('are all of them, some or none', () => {
    expect(maySeeAll({ tenants: '*' })).toBe(true);
    expect(listOnlyTenants({ tenants: '*' })).toBeNull();
    expect(maySeeAll({ tenants: ['northwind'] })).toBe(false);
    expect(maySeeTenant({ tenants: ['northwind'] }, 'northwind')).toBe(true);
    expect(maySeeTenant({ tenants: ['northwind'] }, 'quill')).toBe(false);
    expect(listOnlyTenants({ tenants: ['northwind'] })).toEqual(['northwind']);
    expect(maySeeTenant({ tenants: [] }, 'northwind')).toBe(false);
  });

  it('must be known before a page asks for what covers all tenants', () => {
    for (const may of [maySeeDownloads, maySeeFigures]) {
      expect(may(null)).toBe(false);
      expect(may({ tenants: '*' })).toBe(true);
      expect(may({ tenants: ['northwind'] })).toBe(false);
    }
  });
});

describe('looking at queues with messages of every tenant', () => {
  test.each([
    ['support', '*', true],
    ['admin', '*', true],
    ['reviewer', '*', false],
    ['support', ['northwind'], false],
    ['admin', ['northwind'], false],
  ] as const)('%s of %o may look: %s', (role, tenants, may) => {
    expect(maySeeQueues({ role, tenants: tenants === '*' ? tenants : [...tenants] })).toBe(may);
  });

  test('is refused while the person is unknown', () => {
    expect(maySeeQueues(null)).toBe(false);
  });
});

test.each([
  ['read messages', mayReadMessages, 'dead-letters.sample', ['support', 'admin']],
  ['change messages', mayChangeMessages, 'dead-letters.move', ['admin']],
  ['see what is masked', maySeeUnmasked, 'dead-letters.reveal', ['admin']],
  ['review', mayReview, 'review.decide', ['reviewer', 'admin']],
  ['save thresholds', savesOfNorthwind, 'workflows.saveThresholds', ['admin']],
] as const)('only the roles of the contract may %s', (_, may, operation, allowed) => {
  expect(roles.filter((role) => may({ role, tenants: '*' }))).toEqual(allowed);
  expect(contract[operation].roles).toEqual(allowed);
  expect(may(null)).toBe(false);
});

test('a kind of plan has its roles, and the contract admits all who may start any kind', () => {
  expect(roles.filter((role) => mayRunJobs({ role }))).toEqual(['support', 'admin']);
  expect(findRoles('reprocess')).toEqual(['support', 'admin']);
  expect(findRoles('send-to-review')).toEqual(['support', 'reviewer', 'admin']);
  expect(findRoles('accept-documents')).toEqual(['reviewer', 'admin']);
  expect(new Set(jobKinds.flatMap(findRoles))).toEqual(new Set(contract['plans.start'].roles));
});

function savesOfNorthwind(who: Parameters<typeof maySaveThresholds>[0]): boolean {
  return maySaveThresholds(who, 'northwind');
}

test("a role that only the pipeline's tables know may do nothing", () => {
  expect(mayReview({ role: 'owner' })).toBe(false);
  expect(mayReview({ role: null })).toBe(false);
});

describe('permission to change downloads', () => {
  test('is given to support and admin', () => {
    expect(whyNotChangeDownloads({ role: 'support' })).toBeUndefined();
    expect(whyNotChangeDownloads({ role: 'admin' })).toBeUndefined();
    expect(whyNotChangeDownloads({ role: 'reviewer' })).toContain('require the support or admin role');
    expect(whyNotChangeDownloads(null)).toContain('unknown');
  });
});

describe('permission to change a queue', () => {
  test('is given to admins on a writable connection', () => {
    expect(whyNotChangeMessages({ role: 'admin' }, open)).toBeUndefined();
    expect(whyNotChangeMessages({ role: 'admin' }, locked)).toBe(lockedSaid);
  });

  test('is given to no one else', () => {
    expect(whyNotChangeMessages({ role: 'support' }, open)).toMatch(
      /^Redrive, edit and discard require the admin role/,
    );
    expect(whyNotChangeMessages(null, open)).toMatch(/unknown/);
  });

  test('is needed for receiving too, which hides messages from others, but not the role', () => {
    expect(whyNotReceive(open)).toBeUndefined();
    expect(whyNotReceive(null)).toBeUndefined();
    expect(whyNotReceive(locked)).toBe(lockedSaid);
  });

  test('is not needed to stop a move where production has locked itself', () => {
    expect(whyNotStopMove({ role: 'admin' }, { ...locked, unlockable: true })).toBeUndefined();
    expect(whyNotStopMove({ role: 'admin' }, locked)).toBe(lockedSaid);
    expect(whyNotStopMove({ role: 'support' }, open)).toMatch(/require the admin role/);
  });
});

describe('permission to save thresholds', () => {
  const connection = { ...open, unlockable: true };
  const admin = { role: 'admin', tenants: '*' } as const;

  test('is given to admins on a writable connection for their own tenants', () => {
    expect(whyNotSaveThresholds(admin, connection, 'northwind')).toBeUndefined();
    expect(
      whyNotSaveThresholds({ ...admin, tenants: ['northwind'] }, connection, 'northwind'),
    ).toBeUndefined();
    expect(whyNotSaveThresholds({ ...admin, tenants: ['kestrel'] }, connection, 'northwind')).toMatch(
      /tenant/,
    );
    expect(whyNotSaveThresholds(admin, { ...connection, readOnly: true }, 'northwind')).toBe(
      'prod is open read-only: production is locked. Unlock it for writing first.',
    );
  });

  test('everyone else sees that they can only look', () => {
    for (const role of ['support', 'reviewer'] as const) {
      expect(whyNotSaveThresholds({ role, tenants: '*' }, connection, 'northwind')).toMatch(
        new RegExp(`yours is ${role}`),
      );
    }
    expect(whyNotSaveThresholds(null, connection, 'northwind')).toMatch(/is unknown/);
  });
});

test('whoever cannot run a job reads which role can', () => {
  expect(whyNotRunJobs({ role: 'support' })).toBeNull();
  expect(whyNotRunJobs({ role: 'reviewer' })).toBe(
    'Requires the support or admin role. You work as reviewer.',
  );
  expect(whyNotRunJobs(null)).toBe('Requires the support or admin role.');
  expect(whyNotRerun({ role: 'admin' })).toBeUndefined();
  expect(whyNotRerun({ role: 'reviewer' })).toBe('Requires the support or admin role.');
  expect(whyNotRerun(null)).toMatch(/^Your role on this connection is unknown/);
});

it.each([
  [true, true, 'Prod is open read-only: production is locked. Unlock it for writing first.'],
  [true, false, 'Prod is open read-only: its entry in connections.json says so.'],
  [false, true, null],
  [false, false, null],
])('read-only %s and unlockable %s: %s', (readOnly, unlockable, why) => {
  expect(whyReadOnly({ name: 'Prod', readOnly, unlockable })).toBe(why);
});
