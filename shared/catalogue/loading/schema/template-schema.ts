import { z } from 'zod';
import { templateProblem } from '../../templates/template-problem.ts';

/** A key template that is of use: what it fills can be read back, and in one way only. */
export const templateSchema = z
  .string()
  .min(1)
  .max(512)
  .superRefine((template, context) => {
    const problem = templateProblem(template);
    // What compares templates must not be given one that is none.
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, continue: false });
  });
