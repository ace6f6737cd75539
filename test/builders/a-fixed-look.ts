import type { Look } from '#main/jobs/job-action.ts';

/** Of an item that has come to a good end. */
export const aFixedLook: Look = {
  state: 'fixed',
  status: null,
  stage: null,
  run: null,
  endedAt: null,
  usage: null,
  note: null,
};
