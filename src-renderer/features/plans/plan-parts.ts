/** What the plan dialog shows, loaded apart from the first page, which needs none of it. */
export { JobContent } from './job/job-content.tsx';
export { JobToasts } from './job/job-toasts.tsx';
export { PlanContent } from './plan/plan-content.tsx';
