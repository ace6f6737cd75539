/** The parts of the plan dialog load apart from the first page, which needs none of them. */
export { JobContent } from './job/job-content.tsx';
export { JobToasts } from './job/job-toasts.tsx';
export { PlanContent } from './plan/plan-content.tsx';
