import { z } from 'zod';
import type { SystemDeclaration } from './declaration.ts';

/** The JSON form of a system, for files that teams write and for what main tells a page. */
export const systemSchema = z.looseObject({ id: z.string() }) as unknown as z.ZodType<SystemDeclaration>;
