import {
  system,
  type EntityDeclaration,
  type ParameterDeclaration,
  type PatternDeclaration,
  type PrintedTotal,
  type TableDeclaration,
  type WriteDeclaration,
} from '../declaration.ts';
import { hrSamples } from './hr-samples.ts';

const hrTables = {
  main: {
    name: 'acme-hr-{stage}',
    about: 'All of it, on demand.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    indexes: {
      GSI1: {
        partition: { name: 'GSI1PK', type: 'S' },
        sort: { name: 'GSI1SK', type: 'S' },
        projection: 'ALL',
        about: 'Employees by e-mail address, applications by employee, and the open jobs of an organisation.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;

/**
 * Ids are ULIDs, but the keys take them as text, because the source prints its rows with shortened ids. The sizes
 * follow from the source's units: 4 a call for 200 employees is 160 bytes each, 1 for 20 open jobs is 400.
 */
const hrEntities = {
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
    // The source lists the statuses in this order and describes only the close.
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
    // The source lists the statuses in this order.
    status: {
      attribute: 'status',
      moves: { applied: ['reviewing'], reviewing: ['rejected', 'accepted'], rejected: [], accepted: [] },
    },
    tenantless: 'It is reached from a job or an employee, whose ids belong to one organisation.',
    bytes: 250,
  },
} as const satisfies Record<string, EntityDeclaration>;

const hrParameters = {
  orgId: { label: 'Organisation', example: '01HXAA' },
  empId: { label: 'Employee', example: '01HXAD' },
  email: { label: 'E-mail address', example: 'alice@acme.co' },
  deptId: { label: 'Department', example: '01HXAB' },
  postedAt: { label: 'Posted', about: 'A ULID, so that its order is that of time.', example: '01HXZZ1' },
  jobId: { label: 'Job', example: '01HXAF' },
} as const satisfies Record<string, ParameterDeclaration>;

/** The source's table of operations and its table of costs, row by row. */
const hrPatterns = {
  orgById: {
    number: 'AP1',
    asks: 'Which organisation is this?',
    title: 'Organisation by id',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { equals: '#METADATA' },
    returns: ['Organisation'],
    gives: 'one',
    usage: { callsPerDay: 50_000, rru: 0.5, printed: '0.006' },
  },
  employeeById: {
    number: 'AP2',
    asks: 'Who is this employee of this organisation?',
    title: 'Employee by id',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { equals: 'EMP#{empId}' },
    returns: ['Employee'],
    gives: 'one',
    usage: { callsPerDay: 200_000, rru: 0.5, printed: '0.025' },
  },
  employeesOfOrg: {
    number: 'AP3',
    asks: 'Who works for this organisation, by day of hire?',
    title: 'Employees of an organisation',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { beginsWith: 'EMP#' },
    order: 'newest first',
    returns: ['Employee'],
    gives: 'many',
    usage: { callsPerDay: 5_000, rru: 4, printed: '0.005' },
  },
  employeeByEmail: {
    number: 'AP4',
    asks: 'Who has this e-mail address?',
    title: 'Employee by e-mail',
    on: 'main.GSI1',
    partition: 'EMAIL#{email:email}',
    returns: ['Employee'],
    gives: 'one',
    usage: { callsPerDay: 100_000, rru: 0.5, printed: '0.013' },
  },
  departmentsOfOrg: {
    number: 'AP5',
    asks: 'Which departments has this organisation?',
    title: 'Departments of an organisation',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { beginsWith: 'DEPT#' },
    returns: ['Department'],
    gives: 'many',
    usage: { callsPerDay: 10_000, rru: 0.5, printed: '0.001' },
  },
  departmentById: {
    number: 'AP6',
    asks: 'Which department is this?',
    title: 'Department by id',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { equals: 'DEPT#{deptId}' },
    returns: ['Department'],
    gives: 'one',
    usage: { callsPerDay: 20_000, rru: 0.5, printed: '0.003' },
  },
  employeesOfDepartment: {
    number: 'AP7',
    asks: 'Who works in this department?',
    title: 'Employees of a department',
    on: 'main',
    partition: 'DEPT#{deptId}',
    sort: { beginsWith: 'EMP#' },
    returns: ['DeptEmployee'],
    gives: 'many',
    usage: { callsPerDay: 15_000, rru: 1, printed: '0.002' },
  },
  openJobsOfOrg: {
    number: 'AP8',
    asks: 'Which jobs of this organisation are open?',
    title: 'Open jobs, newest first',
    on: 'main.GSI1',
    partition: 'ORG#{orgId}#OPEN',
    order: 'newest first',
    returns: ['JobPosting'],
    gives: 'many',
    usage: { callsPerDay: 30_000, rru: 1, printed: '0.004' },
  },
  jobById: {
    number: 'AP9',
    asks: 'Which job is this, where its organisation and its posting are known?',
    title: 'Job by its key',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { equals: 'JOB#{postedAt}#{jobId}' },
    returns: ['JobPosting'],
    gives: 'one',
    usage: { callsPerDay: 25_000, rru: 0.5, printed: '0.003' },
  },
  applicationsOfJob: {
    number: 'AP10',
    asks: 'Who applied for this job?',
    title: 'Applications for a job, newest first',
    on: 'main',
    partition: 'JOB#{jobId}',
    sort: { beginsWith: 'APP#' },
    order: 'newest first',
    returns: ['Application'],
    gives: 'many',
    usage: { callsPerDay: 8_000, rru: 0.5, printed: '0.001' },
  },
  applicationsOfEmployee: {
    number: 'AP11',
    asks: 'What has this employee applied for?',
    title: 'Applications of an employee, newest first',
    on: 'main.GSI1',
    partition: 'EMP#{empId}',
    sort: { beginsWith: 'APP#' },
    order: 'newest first',
    returns: ['Application'],
    gives: 'many',
    usage: { callsPerDay: 5_000, rru: 0.5, printed: '0.001' },
  },
  jobsOfOrg: {
    number: 'AP12',
    asks: 'Which jobs has this organisation, open or not?',
    title: 'All jobs, newest first',
    on: 'main',
    partition: 'ORG#{orgId}',
    sort: { beginsWith: 'JOB#' },
    order: 'newest first',
    returns: ['JobPosting'],
    gives: 'many',
    // The source prints this figure as "about".
    usage: { callsPerDay: 2_000, rru: 1.5, printed: '0.001' },
  },
} as const satisfies Record<string, PatternDeclaration>;

/** The units are the source's, which leave out what an entry in GSI1 adds. */
const hrWrites = {
  writeEmployee: {
    title: 'Employee write',
    about: 'The employee and the relationship item of the department.',
    callsPerDay: 2_000,
    wru: 2,
    items: { Employee: 1, DeptEmployee: 1 },
    printed: '0.005',
  },
  closeJob: {
    title: 'Job status change',
    about: 'Open to closed: the job leaves GSI1.',
    callsPerDay: 500,
    wru: 1,
    items: { JobPosting: 1 },
    printed: '0.001',
  },
  submitApplication: {
    title: 'Application submit',
    about: 'A new application.',
    callsPerDay: 500,
    wru: 1,
    items: { Application: 1 },
    printed: '0.001',
  },
} as const satisfies Record<string, WriteDeclaration>;

const hrPrinted: PrintedTotal = {
  day: '0.071',
  month: '2.15',
  source: 'Acme HR schema review, cost analysis',
  differs:
    'AP7 and AP8 are printed at $0.002 and $0.004, as if a call took 0.5 read units. With the 1 unit that the same rows state they come to $0.00375 and $0.0075, and the day to $0.0755.',
};

/**
 * This design has twelve patterns, one table and one overloaded index. The others are measured against it (domain,
 * section 4).
 */
export const hr = system({
  id: 'hr',
  name: 'Acme HR',
  about: 'Organisations with their departments, employees, job postings and internal applications.',
  tenant: 'orgId',
  tables: hrTables,
  entities: hrEntities,
  patterns: hrPatterns,
  parameters: hrParameters,
  writes: hrWrites,
  samples: hrSamples,
  printed: hrPrinted,
});
