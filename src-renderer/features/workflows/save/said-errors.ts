export interface Said {
  readonly reason: string;
  readonly environment: string;
}

export interface SaidErrors {
  readonly reason?: string;
  readonly environment?: string;
}

export const nothingSaid: Said = { reason: '', environment: '' };

/** What is still missing; it sits under its field. `environment`: what has to be typed, null where nothing has to. */
export function saidErrors(said: Said, environment: string | null): SaidErrors {
  const typed = said.environment.trim();
  return {
    ...(said.reason.trim() === '' ? { reason: 'Say why: it is kept with the version.' } : {}),
    ...(environment === null || typed === environment
      ? {}
      : {
          environment: typed === '' ? `Type ${environment}.` : `This is ${environment}. Type ${environment}.`,
        }),
  };
}
