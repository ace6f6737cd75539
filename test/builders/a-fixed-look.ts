import type { Look } from '#main/jobs/job-action.ts';

/** This is the look at an item that was fixed. */
export const aFixedLook: Look = {
  state: 'fixed',
  status: null,
  stage: null,
  run: null,
  endedAt: null,
  usage: null,
  note: null,
};
