import type { Past } from '../journal/told.ts';
import { tellPast, worldVersion } from '../world/past/tell.ts';

export const past: Past = { version: worldVersion, tell: tellPast };
