import type { Role } from './define.ts';

/**
 * The roles that the contract gives its operations. They are apart from the operations, because pages read them too
 * (shared/permissions.ts) and would otherwise load every schema before they can be drawn.
 */
export const reviewers = ['reviewer', 'admin'] as const satisfies readonly Role[];
export const jobRunners = ['support', 'admin'] as const satisfies readonly Role[];
/** Which of them may start a plan depends on its kind (`findRoles`). */
export const planners = ['support', 'reviewer', 'admin'] as const satisfies readonly Role[];
export const messageReaders = ['support', 'admin'] as const satisfies readonly Role[];
export const messageChangers = ['admin'] as const satisfies readonly Role[];
export const budgetSavers = ['admin'] as const satisfies readonly Role[];
export const thresholdSavers = ['admin'] as const satisfies readonly Role[];
/** These roles see and change a tenant's suppliers and purchase orders. */
export const listSavers = ['admin'] as const satisfies readonly Role[];
