import type { ParameterDeclaration } from '../../declaration.ts';

export const hrParameters = {
  orgId: { label: 'Organisation', example: '01HXAA' },
  empId: { label: 'Employee', example: '01HXAD' },
  email: { label: 'E-mail address', example: 'alice@acme.co' },
  deptId: { label: 'Department', example: '01HXAB' },
  postedAt: { label: 'Posted', about: 'A ULID, so that its order is that of time.', example: '01HXZZ1' },
  jobId: { label: 'Job', example: '01HXAF' },
} as const satisfies Record<string, ParameterDeclaration>;
