import type { Past } from '../journal/told.ts';
import { toldPast, worldVersion } from '../world/past/tell.ts';

export const past: Past = { version: worldVersion, tell: toldPast };
