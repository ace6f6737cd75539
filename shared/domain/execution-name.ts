export interface RunName {
  readonly batchId: string;
  readonly run: number;
}

/** Any batch id makes a name; `isExecutionName` says whether Step Functions would take it. */
export function formatExecutionName({ batchId, run }: RunName): string {
  return `${batchId}-r${run}`;
}

/** The last `-r{run}` counts: a batch may itself be called `b-r2`. Null where the name is not of this form. */
export function parseExecutionName(name: string): RunName | null {
  const [, batchId, run] = /^(.+)-r([1-9]\d{0,6})$/u.exec(name) ?? [];
  if (batchId === undefined || Number(run) > mostRuns || !isExecutionName(name)) return null;
  return { batchId, run: Number(run) };
}

const mostRuns = 1_000_000;

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export function isExecutionName(name: string): boolean {
  return /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u.test(name);
}
