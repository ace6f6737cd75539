const guide = 'https://docs.aws.amazon.com/step-functions/latest/dg';
const api = 'https://docs.aws.amazon.com/step-functions/latest/apireference';

/** The assertions about Step Functions quote these pages of AWS's documentation. */
export const pages = {
  pass: `${guide}/state-pass.html`,
  choice: `${guide}/state-choice.html`,
  wait: `${guide}/state-wait.html`,
  succeed: `${guide}/state-succeed.html`,
  fail: `${guide}/state-fail.html`,
  task: `${guide}/state-task.html`,
  parallel: `${guide}/state-parallel.html`,
  map: `${guide}/state-map-inline.html`,
  distributedMap: `${guide}/state-map-distributed.html`,
  redriveMapRun: `${guide}/redrive-map-run.html`,
  paths: `${guide}/concepts-input-output-filtering.html`,
  resultPath: `${guide}/input-output-resultpath.html`,
  parameters: `${guide}/input-output-inputpath-params.html`,
  context: `${guide}/input-output-contextobject.html`,
  intrinsics: `${guide}/intrinsic-functions.html`,
  errors: `${guide}/concepts-error-handling.html`,
  taskToken: `${guide}/connect-to-resource.html`,
  structure: `${guide}/statemachine-structure.html`,
  quotas: `${guide}/service-quotas.html`,
  redrive: `${guide}/redrive-executions.html`,
  api: (operation: string): string => `${api}/API_${operation}.html`,
} as const;
