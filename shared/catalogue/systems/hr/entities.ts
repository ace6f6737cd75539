import type { EntityDeclaration } from '../../declaration.ts';

/**
 * Ids are ULIDs. The keys take them as text, because the source prints its rows with ids cut short. Sizes
 * follow from the source's units: 4 a call for 200 employees is 160 bytes each, 1 for 20 open jobs is 400.
 */
export const hrEntities = {
  Organisation: {
    table: 'main',
    about: 'Sorts before everything else of its partition.',
    keys: { PK: 'ORG#{orgId}', SK: '#METADATA' },
    attributes: {
      type: { type: 'text', oneOf: ['org'] },
      orgId: { type: 'ulid' },
      name: { type: 'text' },
      plan: { type: 'text', oneOf: ['free', 'pro', 'enterprise'] },
      status: { type: 'text', oneOf: ['active', 'suspended'] },
      createdAt: { type: 'time' },
    },
    bytes: 200,
  },
  Department: {
    table: 'main',
    keys: { PK: 'ORG#{orgId}', SK: 'DEPT#{deptId}' },
    attributes: {
      type: { type: 'text', oneOf: ['dept'] },
      deptId: { type: 'ulid' },
      orgId: { type: 'ulid' },
      name: { type: 'text' },
      managerId: { type: 'ulid', about: 'An employee.' },
      headcount: { type: 'number', about: 'Kept in step by the transaction that moves an employee.' },
    },
    bytes: 180,
  },
  Employee: {
    table: 'main',
    keys: {
      PK: 'ORG#{orgId}',
      SK: 'EMP#{empId}',
      GSI1PK: 'EMAIL#{email:email}',
      GSI1SK: 'EMP#{empId}',
    },
    attributes: {
      type: { type: 'text', oneOf: ['emp'] },
      empId: { type: 'ulid' },
      orgId: { type: 'ulid' },
      email: { type: 'e-mail', private: 'an e-mail address', about: 'Who the person is at sign-in.' },
      GSI1PK: { type: 'text', private: 'an e-mail address', about: 'The address again, as a key.' },
      firstName: { type: 'text' },
      lastName: { type: 'text' },
      departmentId: { type: 'ulid' },
      role: { type: 'text', oneOf: ['admin', 'manager', 'employee'] },
      status: { type: 'text', oneOf: ['active', 'inactive'] },
      hiredAt: { type: 'time' },
      terminatedAt: { type: 'time', optional: true },
    },
    bytes: 160,
  },
  DeptEmployee: {
    table: 'main',
    about:
      'A relationship item, written in one transaction with its employee, where an index would cost more.',
    keys: { PK: 'DEPT#{deptId}', SK: 'EMP#{empId}' },
    attributes: { type: { type: 'text', oneOf: ['dept_emp'] }, orgId: { type: 'ulid' } },
    tenantless: 'Its key is a department, whose ULID belongs to one organisation; the item says to which.',
    bytes: 80,
  },
  JobPosting: {
    table: 'main',
    keys: {
      PK: 'ORG#{orgId}',
      SK: 'JOB#{postedAt}#{jobId}',
      GSI1PK: 'ORG#{orgId}#OPEN',
      GSI1SK: 'JOB#{postedAt}#{jobId}',
    },
    sparse: { GSI1: 'while it is open' },
    attributes: {
      type: { type: 'text', oneOf: ['job'] },
      jobId: { type: 'ulid' },
      orgId: { type: 'ulid' },
      departmentId: { type: 'ulid' },
      title: { type: 'text' },
      status: { type: 'text', oneOf: ['draft', 'open', 'closed'] },
      postedAt: { type: 'ulid' },
      closedAt: { type: 'time', optional: true },
    },
    // In the order in which the source lists them; it describes only the close.
    status: { attribute: 'status', moves: { draft: ['open'], open: ['closed'], closed: [] } },
    bytes: 400,
  },
  Application: {
    table: 'main',
    keys: {
      PK: 'JOB#{jobId}',
      SK: 'APP#{submittedAt}#{appId}',
      GSI1PK: 'EMP#{empId}',
      GSI1SK: 'APP#{submittedAt}#{appId}',
    },
    attributes: {
      type: { type: 'text', oneOf: ['app'] },
      appId: { type: 'ulid' },
      jobId: { type: 'ulid' },
      empId: { type: 'ulid' },
      status: { type: 'text', oneOf: ['applied', 'reviewing', 'rejected', 'accepted'] },
      submittedAt: { type: 'ulid' },
    },
    // In the order in which the source lists them.
    status: {
      attribute: 'status',
      moves: { applied: ['reviewing'], reviewing: ['rejected', 'accepted'], rejected: [], accepted: [] },
    },
    tenantless: 'It is reached from a job or an employee, whose ids belong to one organisation.',
    bytes: 250,
  },
} as const satisfies Record<string, EntityDeclaration>;
