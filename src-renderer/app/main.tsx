import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import '../styles/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { httpBridge } from '#renderer/contract/http-bridge.ts';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root to draw in.');

createRoot(root).render(
  <StrictMode>
    <App bridge={globalThis.bridge ?? httpBridge()} />
  </StrictMode>,
);
