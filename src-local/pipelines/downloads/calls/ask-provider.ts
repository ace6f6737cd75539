import { ApiProblem } from '../../api/call.ts';

/** That the provider does not answer is no defect of ours, and passes. */
export async function askProvider<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch {
    throw new ApiProblem(
      'try-again',
      'The provider of the files does not answer. Nothing was done; try again in a minute.',
    );
  }
}
