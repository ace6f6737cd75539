import { keepAttention } from '../extraction/keep-attention.ts';
import { streamHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = streamHandler(container, keepAttention);
